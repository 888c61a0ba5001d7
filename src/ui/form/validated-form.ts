import { type ComponentProps, type FocusEvent, type FormEvent, useState } from 'react'
import type * as z from 'zod/mini'
import { validateInput } from '../../base/endpoint.ts'
import { parseNestedForm } from '../../base/nested-form.ts'
import { runAfterPointerUp } from './after-pointer-up.ts'

interface Parts {
  /** The contract's own schema: the browser says early what the server would say. */
  schema: z.ZodMiniType
  /** Message keys to the words of this form. */
  messages: Record<string, () => string>
  /** Wrong fields of the last answer, by name, as message keys. */
  fieldErrors?: Record<string, string> | null | undefined
}

interface Keys {
  [field: string]: string
}

/**
 * A form that speaks up at the right time: a field tells what is wrong once it was touched and left, a refused
 * try tells everything at once, and mended fields fall silent. Without JavaScript the answer does the same.
 */
export function useValidatedForm({ schema, messages, fieldErrors }: Parts) {
  const [answer, setAnswer] = useState(fieldErrors)
  const [wrong, setWrong] = useState<Keys>(fieldErrors ?? {})
  const [summed, setSummed] = useState<Keys>(fieldErrors ?? {})
  const [tries, setTries] = useState(0)
  const refuse = (fields: Keys) => {
    setWrong(fields)
    setSummed(fields)
    setTries(count => count + 1)
  }
  if (answer !== fieldErrors) {
    setAnswer(fieldErrors)
    refuse(fieldErrors ?? {})
  }
  const look = (form: HTMLFormElement, name: string, speak: boolean) => {
    const key = wrongFields(schema, form)[fieldOf(name)]
    setWrong(({ [fieldOf(name)]: before, ...others }) =>
      key && (speak || before) ? { ...others, [fieldOf(name)]: key } : others,
    )
  }
  const say = (key: string | undefined) => (key === undefined ? null : (messages[key]?.() ?? key))
  return {
    /** For the form itself. */
    props: {
      noValidate: true,
      onBlur: (event: FocusEvent<HTMLFormElement>) => {
        const { name } = event.target as unknown as HTMLInputElement
        const form = event.currentTarget
        const speak = !isLeaving(event.relatedTarget)
        if (name) runAfterPointerUp(() => look(form, name, speak))
      },
      onChange: (event: FormEvent<HTMLFormElement>) => {
        const field = event.target as HTMLInputElement
        if (field.name) look(event.currentTarget, field.name, false)
      },
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        const fields = wrongFields(schema, event.currentTarget)
        if (Object.keys(fields).length > 0) {
          event.preventDefault()
          refuse(fields)
        } else {
          setWrong({})
          setSummed({})
        }
      },
    } satisfies ComponentProps<'form'>,
    /** The sentence beside that field, or null. */
    error: (name: string) => say(wrong[fieldOf(name)]),
    /** For FormSummary. */
    summary: {
      errors: Object.fromEntries(Object.entries(summed).map(([name, key]) => [name, say(key) ?? key])),
      tries,
    },
  }
}

/** `home_address[city]` is the field that contracts call `home_address.city`. */
function fieldOf(name: string): string {
  return name.replace(/\[([^\]]*)\]/g, '.$1')
}

function wrongFields(schema: z.ZodMiniType, form: HTMLFormElement): Keys {
  const checked = validateInput(schema, parseNestedForm(new FormData(form)))
  return checked.ok ? {} : inPageOrder(checked.fields, form)
}

/** As the eye goes: what rules between fields say comes last otherwise. */
function inPageOrder(fields: Keys, form: HTMLFormElement): Keys {
  const names = [...form.elements].map(control => fieldOf((control as HTMLInputElement).name))
  const place = (name: string) => names.indexOf(name)
  return Object.fromEntries(Object.entries(fields).sort(([one], [other]) => place(one) - place(other)))
}

/** Pressed a link or a button: a message that moves the page now would make the press miss. */
function isLeaving(next: EventTarget | null): boolean {
  return next instanceof HTMLAnchorElement || next instanceof HTMLButtonElement
}
