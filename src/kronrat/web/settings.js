/**
 * What a person chooses for this browser: language, theme, text size, pace of animations, keys. Kept in local storage
 * where there is one, and applied to the page at once.
 */

import { computed, effect, signal } from "./vendor/signals.js";

const KEY = "kronrat.settings";

export const LANGUAGES = ["de", "en"];
export const THEMES = ["auto", "parchment", "candlelight"];
export const SIZES = [100, 115, 130, 150];
/** How fast the table is shown, and by what every time is multiplied. */
const PACES = { slow: 1.6, normal: 1, fast: 0.5, instant: 0 };
export const VOLUMES = /** @type {const} */ (["soft", "medium", "loud"]);
export const SPEEDS = /** @type {(keyof typeof PACES)[]} */ (Object.keys(PACES));

/** Local storage may be missing or forbidden; then nothing is remembered. */
export const memory = {
  /** @returns {Record<string, unknown>|null} */
  read(/** @type {string} */ key) {
    try {
      return JSON.parse(localStorage.getItem(key) ?? "null");
    } catch {
      return null;
    }
  },
  write(/** @type {string} */ key, /** @type {unknown} */ value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // A browser that keeps nothing still plays.
    }
  },
  drop(/** @type {string} */ key) {
    try {
      localStorage.removeItem(key);
    } catch {
      // It was never kept.
    }
  },
  /** @returns {string[]} */
  keys() {
    try {
      return Object.keys(localStorage);
    } catch {
      return [];
    }
  },
};

/** Where a journal is handed from its replay to an analysis. */
export const HANDED = "kronrat.handed";

const progressKey = (/** @type {string} */ game, /** @type {string} */ lesson) => `kronrat.learn.${game}.${lesson}`;

/** How far this browser has come in a lesson: the step that is shown, and how many there are; 0 if it was not begun. */
export function progressIn(/** @type {string} */ game, /** @type {string} */ lesson) {
  const { step = 0, all = 0 } = memory.read(progressKey(game, lesson)) ?? {};
  return { step: Number(step), all: Number(all) };
}

export function keepProgress(
  /** @type {string} */ game,
  /** @type {string} */ lesson,
  /** @type {{step: number, all: number}} */ progress,
) {
  memory.write(progressKey(game, lesson), progress);
}

const REMEMBERED = 50; // tables; older ones are forgotten

/**
 * What this browser remembers of tables, each under its own key: the newest ones only.
 * @template {Record<string, unknown>} Facts
 */
export class TableMemory {
  constructor(/** @type {string} */ name) {
    this.prefix = `${name}.`;
  }

  /** @returns {Facts & {at: number}|null} */
  of(/** @type {string} */ table) {
    return /** @type {Facts & {at: number}|null} */ (memory.read(this.prefix + table));
  }

  note(/** @type {string} */ table, /** @type {Facts} */ facts) {
    const known = this.of(table);
    memory.write(this.prefix + table, { ...facts, at: Date.now() });
    if (!known) this.#tidy();
  }

  /** Forget a table that is gone. */
  forget(/** @type {string} */ table) {
    memory.drop(this.prefix + table);
  }

  #tidy() {
    const when = (/** @type {string} */ key) => Number(memory.read(key)?.at ?? 0);
    const keys = memory.keys().filter((key) => key.startsWith(this.prefix));
    keys.sort((a, b) => when(b) - when(a));
    for (const key of keys.slice(REMEMBERED)) memory.drop(key);
  }
}

const kept = memory.read(KEY) ?? {};

/**
 * What was kept, if it is still one of the values.
 * @template T
 * @param {unknown} value
 * @param {T[]} allowed
 * @param {T} fallback
 */
const pick = (value, allowed, fallback) => allowed.find((one) => one === value) ?? fallback;
const spoken = () => (navigator.language || "en").slice(0, 2).toLowerCase();

export const lang = signal(pick(kept.lang, LANGUAGES, pick(spoken(), LANGUAGES, "en")));
/** What was chosen; `auto` follows the system. */
export const theme = signal(pick(kept.theme, THEMES, "auto"));
export const size = signal(pick(kept.size, SIZES, 100));
export const speed = signal(pick(kept.speed, SPEEDS, "normal"));
/** Whether single keys such as G, P or 1 act. */
export const keys = signal(kept.keys !== false);
/** Whether a curtain falls between the seats of several people at this browser. */
export const curtain = signal(kept.curtain !== false);

/** Whether a pass is asked about once more where something could still be done. */
export const confirms = signal(kept.confirms !== false);

/** Whether beginners' tips are shown in games against bots. */
export const tips = signal(kept.tips !== false);

/** Whether odds are shown, at tables that have them. */
export const odds = signal(kept.odds !== false);

/** Whether the table is heard, and how loud. */
export const sound = signal(kept.sound === true);
export const volume = signal(pick(kept.volume, [...VOLUMES], "medium"));

const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const systemDark = signal(dark.matches);
const systemStill = signal(still.matches);
dark.addEventListener("change", () => (systemDark.value = dark.matches));
still.addEventListener("change", () => (systemStill.value = still.matches));

/** The theme that is seen: `parchment` or `candlelight`. */
export const shownTheme = computed(() =>
  theme.value === "auto" ? (systemDark.value ? "candlelight" : "parchment") : theme.value,
);

/** By what the time between two steps is multiplied; 0 shows everything at once. */
export const pace = computed(() => PACES[speed.value]);
/** By what the durations of motion are multiplied; 0 for no motion at all, whatever the pace. */
export const tempo = computed(() => (systemStill.value ? 0 : pace.value));

effect(() => {
  const root = document.documentElement;
  root.lang = lang.value;
  root.dataset.theme = shownTheme.value;
  root.dataset.size = String(size.value);
});

// Style sheets multiply what they animate by it, too.
effect(() => document.documentElement.style.setProperty("--tempo", String(tempo.value)));

effect(() => {
  memory.write(KEY, {
    lang: lang.value,
    theme: theme.value,
    size: size.value,
    speed: speed.value,
    keys: keys.value,
    curtain: curtain.value,
    confirms: confirms.value,
    tips: tips.value,
    odds: odds.value,
    sound: sound.value,
    volume: volume.value,
  });
});

export function toggleTheme() {
  theme.value = shownTheme.value === "candlelight" ? "parchment" : "candlelight";
}

export function nextLanguage() {
  lang.value = LANGUAGES[(LANGUAGES.indexOf(lang.value) + 1) % LANGUAGES.length];
}
