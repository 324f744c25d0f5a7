/**
 * The pages, as the shell of the server lists them: in an address `{name}` is replaced by what is handed to the page.
 * What a page does not need is not loaded.
 */

/** @typedef {{addresses: string[], script: string, styles: string[]}} Page */

const wordsIn = (/** @type {string} */ text = "") => text.split(" ").filter(Boolean);

/** @type {HTMLMetaElement[]} */
const listed = [...document.querySelectorAll(/** @type {"meta"} */ ("meta[name=page]"))];

/** @type {Page[]} */
const pages = listed.map(({ content, dataset: { script = "", styles } }) => ({
  addresses: wordsIn(content),
  script,
  styles: wordsIn(styles),
}));

const matched = (/** @type {string} */ address, /** @type {string} */ path) =>
  new RegExp(`^${address.replace(/\{(\w+)\}/g, "(?<$1>[\\w-]+)")}$`).exec(path);

/**
 * The page at this address, with what is found in it.
 * @returns {{page: Page, found: Record<string, string>}|null}
 */
export function pageAt(/** @type {string} */ path) {
  for (const page of pages) {
    for (const address of page.addresses) {
      const match = matched(address, path);
      if (match) return { page, found: { ...match.groups } };
    }
  }
  return null;
}
