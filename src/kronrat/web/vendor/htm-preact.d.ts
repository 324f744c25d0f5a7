/** What we use of it. */
export function html(strings: TemplateStringsArray, ...values: any[]): any;
export function render(what: any, into: Element | null): void;
