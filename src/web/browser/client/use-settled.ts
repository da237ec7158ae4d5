import { useEffect, useState } from "preact/hooks";

/** What is typed, once nothing has been typed for a while. Values are compared by what they are as JSON. @param milliseconds how long that is */
export function useSettled<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return settled;
}
