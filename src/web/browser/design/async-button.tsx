import { useState } from "preact/hooks";
import { Button, type ButtonProps } from "./button.tsx";

interface AsyncButtonProps extends Omit<ButtonProps, "isBusy" | "onClick"> {
  /** Says itself what fails. */
  readonly onPress: () => Promise<unknown>;
}

/** A button for what takes a while. Until it is done further presses are ignored, so that nothing is done twice. */
export function AsyncButton({ onPress, ...others }: AsyncButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      await onPress();
    } finally {
      setBusy(false);
    }
  };
  return <Button {...others} isBusy={isBusy} onClick={() => void press()} />;
}
