/** What we use of it. */
export interface Signal<T> {
  value: T;
  peek(): T;
  subscribe(hear: (value: T) => void): () => void;
}
export function signal<T>(value: T): Signal<T>;
export function computed<T>(compute: () => T): Signal<T>;
export function effect(run: () => unknown): () => void;
export function batch<T>(run: () => T): T;
export function useSignal<T>(value: T): Signal<T>;
export function useComputed<T>(compute: () => T): Signal<T>;
export function useSignalEffect(run: () => unknown): void;
