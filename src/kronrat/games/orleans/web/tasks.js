/** What one works for, as the story has it. */

import { html } from "/static/parts.js";
import { storyOf } from "./stories.js";

/** @import { Desk } from "./desk.js" */

export function Tasks(/** @type {{desk: Desk}} */ { desk }) {
  const { Tasks: Sheet } = storyOf(desk.model);
  const seat = desk.boardOf;
  return Sheet ? html`<${Sheet} desk=${desk} seat=${seat} player=${desk.model.seen.players[seat]} />` : null;
}
