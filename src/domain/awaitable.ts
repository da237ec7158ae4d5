/** What is there at once, or comes later: a database in this process answers at once, one behind a network does not. */
export type Awaitable<Value> = Value | Promise<Value>;

/**
 * Goes on with a value, at once where it is there. As `await`, without the promises that it makes also of what is there: for
 * what every request does.
 * @throws what `next` throws, where the value is there
 */
export function whenThere<Value, Result>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Result>,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** As {@link whenThere}, with several values that do not wait for each other. */
export function whenAllThere<Values extends readonly unknown[], Result>(
  values: readonly [...{ [Index in keyof Values]: Awaitable<Values[Index]> }],
  next: (values: Values) => Awaitable<Result>,
): Awaitable<Result> {
  const isLater = values.some((value) => value instanceof Promise);
  // Those that are no promises stay what they are.
  return isLater
    ? Promise.all(values).then((all) => next(all as unknown as Values))
    : next(values as unknown as Values);
}
