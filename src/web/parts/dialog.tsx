import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A question that has to be answered first: the browser's own modal dialog keeps the focus, and Esc closes it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isGone = useRef(false);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Closed while it is still there: the browser gives the focus back to where it was.
    return () => {
      isGone.current = true;
      shown?.close();
    };
  }, []);
  /** Once: the browser tells that it is closed when another may be open already. */
  const close = () => {
    if (!isGone.current) onClose();
  };
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      // Esc: the next key may come before the browser tells that it is closed, and would open nothing.
      onCancel={({ target, currentTarget }) => {
        if (target === currentTarget) close();
      }}
      onClose={close}
    >
      <h2>{title}</h2>
      {children}
    </dialog>
  );
}
