/** What we use of it. */
export function useState<T>(first: T | (() => T)): [T, (next: T | ((now: T) => T)) => void];
export function useEffect(run: () => unknown, on?: unknown[]): void;
export function useLayoutEffect(run: () => unknown, on?: unknown[]): void;
export function useMemo<T>(make: () => T, on: unknown[]): T;
/** What `ref=${…}` fills is there when effects and handlers run. */
export function useRef<T = HTMLElement>(first: null): { current: T };
export function useRef<T>(first: T): { current: T };
export function useId(): string;
export function useErrorBoundary(): [unknown, () => void];
