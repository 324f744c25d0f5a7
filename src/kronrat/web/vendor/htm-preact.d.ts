/** What we use of it. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): object;
export function render(what: unknown, into: Element | null): void;
