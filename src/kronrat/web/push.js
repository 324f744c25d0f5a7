/** This browser as a way to be told something while no page is open. */

import { put } from "./http.js";

/** @import { Notices } from "./messages.js" */

/** Whether the browser can, at this address. */
export const canBeTold = () =>
  isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Whether its owner has said no, which only they can change. */
export const isDenied = () => canBeTold() && Notification.permission === "denied";

/**
 * Ask the person, and subscribe. @returns {Promise<Notices|null>} null if they would rather not
 */
export async function subscribe(/** @type {string} */ key) {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await navigator.serviceWorker.register("/sw.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  await before?.unsubscribe(); // it may be that of another server key
  const wish = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  const made = await pushManager.subscribe(wish).catch((problem) => {
    throw new Error(`no push service: ${problem}`); // nobody has thought better of it
  });
  const { endpoint, keys } = made.toJSON();
  return put("/api/me/notices/push", { endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
}

/** Be told nothing here any more. */
export async function unsubscribe() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

function bytes(/** @type {string} */ key) {
  const plain = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}
