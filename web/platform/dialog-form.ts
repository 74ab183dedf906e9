import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'

type DialogForm<Fields, Sent, Reply> = {
  empty: Fields
  mutation: UseMutationResult<Reply, Error, Sent>
  /** Returns what is sent; null if a field is invalid. */
  read: (fields: Fields) => Sent | null
  onClose: () => void
  onDone?: (reply: Reply) => void
}

/** The state of a form in a dialog, which is empty again when it has been sent or closed. */
export function useDialogForm<Fields, Sent, Reply>({
  empty,
  mutation: { mutate, isPending, reset },
  read,
  onClose,
  onDone = onClose,
}: DialogForm<Fields, Sent, Reply>) {
  const [fields, setFields] = useState(empty)
  const [submitted, setSubmitted] = useState(false)
  const clear = () => {
    reset()
    setFields(empty)
    setSubmitted(false)
  }
  return {
    fields,
    change: (part: Partial<Fields>) => setFields((before) => ({ ...before, ...part })),
    /** From then on wrong fields are marked. */
    submitted,
    /** Props of `FormDialog`. */
    dialog: {
      busy: isPending,
      onClose() {
        onClose()
        clear()
      },
      onSubmit() {
        setSubmitted(true)
        const sent = read(fields)
        if (sent === null) return false
        mutate(sent, {
          onSuccess(reply) {
            clear()
            onDone(reply)
          },
        })
        return true
      },
    },
  }
}
