/** Which page is shown: the address of the window, and moving to another without loading everything anew. */

import { pageAt } from "./pages.js";
import { signal } from "./vendor/signals.js";

const here = () => ({ path: location.pathname, query: new URLSearchParams(location.search) });

export const route = signal(here());

export function go(/** @type {string} */ address, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  route.value = here();
}

/** Let the address name a place within the page, without going anywhere. */
export function note(/** @type {Record<string, string>} */ query) {
  history.replaceState(null, "", `${location.pathname}?${new URLSearchParams(query)}`);
}

addEventListener("popstate", () => (route.value = here()));

addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target || link.hasAttribute("download"))
    return;
  // Any address that is not one of our pages is the server's.
  if (link.origin !== location.origin || !pageAt(link.pathname)) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});
