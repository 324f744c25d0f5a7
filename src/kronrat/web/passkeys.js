/** Passkeys of this browser. */

import { post } from "./http.js";

/** @import { PasskeyOptions } from "./messages.js" */

/** Whether the browser has them here: only at an address with a name, and only over a line that nobody can read. */
export const hasPasskeys = () =>
  "PublicKeyCredential" in window &&
  "parseCreationOptionsFromJSON" in PublicKeyCredential &&
  !/^[\d.]+$|:/.test(location.hostname);

/** Make a passkey for me; the account with it. */
export async function makePasskey() {
  const { options } = /** @type {PasskeyOptions} */ (await post("/api/me/passkeys/options"));
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    /** @type {PublicKeyCredentialCreationOptionsJSON} */ (/** @type {unknown} */ (options)),
  );
  return post("/api/me/passkeys", { credential: told(await navigator.credentials.create({ publicKey })) });
}

/** Come in by a passkey. */
export async function showPasskey(/** @type {{leave?: boolean, take?: boolean}} */ games) {
  const { options } = /** @type {PasskeyOptions} */ (await post("/api/passkeys/options"));
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    /** @type {PublicKeyCredentialRequestOptionsJSON} */ (/** @type {unknown} */ (options)),
  );
  return post("/api/passkeys", { credential: told(await navigator.credentials.get({ publicKey })), ...games });
}

const told = (/** @type {Credential|null} */ credential) => /** @type {PublicKeyCredential} */ (credential).toJSON();
