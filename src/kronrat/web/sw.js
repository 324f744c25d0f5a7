/**
 * Shows notices while no page is open. It answers for no request, so nothing that a page loads can ever be an old copy.
 */

/**
 * @typedef {{title: string, body: string, path: string, tag: string}} PushTold
 * @typedef {Event & {waitUntil: (work: Promise<unknown>) => void}} PushWork
 * @typedef {PushWork & {data: {json: () => PushTold}|null}} PushPushed
 * @typedef {PushWork & {notification: Notification}} PushPressed
 * @typedef {PushWork & {oldSubscription?: PushSubscription, newSubscription?: PushSubscription}} PushRenewed
 * @typedef {{url: string, focus: () => Promise<unknown>}} PushWindow
 * @typedef {{matchAll: (which: object) => Promise<PushWindow[]>, openWindow: (url: string) => Promise<unknown>,
 *            claim: () => Promise<void>}} PushClients
 * @typedef {EventTarget & {registration: ServiceWorkerRegistration, clients: PushClients, skipWaiting: () => Promise<void>}} PushScope
 */

const worker = /** @type {PushScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", () => void worker.skipWaiting());

worker.addEventListener("activate", (event) => /** @type {PushWork} */ (event).waitUntil(worker.clients.claim()));

worker.addEventListener("push", (event) => {
  const pushed = /** @type {PushPushed} */ (event);
  const { title, body, path, tag } = pushed.data?.json() ?? { title: "Kronrat", body: "", path: "/turns", tag: "" };
  const looks = { icon: "/static/icons/192.png", badge: "/static/icons/badge.png" };
  pushed.waitUntil(worker.registration.showNotification(title, { body, tag, data: path, ...looks }));
});

worker.addEventListener("notificationclick", (event) => {
  const { notification, waitUntil } = /** @type {PushPressed} */ (event);
  notification.close();
  waitUntil.call(event, show(new URL(notification.data ?? "/turns", location.origin)));
});

/** Show the question: in a window that has this table already, or else in a new one. */
async function show(/** @type {URL} */ { href, pathname }) {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === pathname);
  await (there ? there.focus() : worker.clients.openWindow(href));
}

/** The push service has changed the address of this browser. */
worker.addEventListener("pushsubscriptionchange", (event) => {
  const { oldSubscription, newSubscription, waitUntil } = /** @type {PushRenewed} */ (event);
  waitUntil.call(event, renew(oldSubscription, newSubscription));
});

async function renew(/** @type {PushSubscription=} */ old, /** @type {PushSubscription=} */ fresh) {
  const options = old?.options.applicationServerKey ? old.options : null;
  const now = fresh ?? (options && (await worker.registration.pushManager.subscribe(options)));
  if (!now) return;
  const { endpoint, keys } = now.toJSON();
  const body = JSON.stringify({ endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
  await fetch("/api/me/notices/push", { method: "PUT", headers: { "content-type": "application/json" }, body });
}
