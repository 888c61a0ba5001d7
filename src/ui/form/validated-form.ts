import { type ComponentProps, type FocusEvent, type FormEvent, useState } from 'react'
import type * as z from 'zod/mini'
import { type Endpoint, validateInput } from '../../base/endpoint.ts'
import { parseNestedForm } from '../../base/nested-form.ts'
import { fieldSentences, loadFieldSentences, whenFieldSentencesAreLoaded } from './load-field-sentences.ts'
import { isPointerDown, runAfterPointerUp } from './send-after-paint.ts'

export interface ValidatedFormOptions {
  /** Where the form is sent: the browser validates what the server validates. */
  endpoint: Pick<Endpoint, 'input' | 'keepsEmpty'>
  /** The schema of the form, where its fields are not the whole input, or the action changes them before sending. */
  schema?: z.ZodMiniType
  /** Wrong fields of the server's last answer, each with its sentence. */
  fieldErrors?: FieldErrors | null | undefined
}

/** A sentence for each wrong field. */
type FieldErrors = Record<string, string>

/**
 * Validates a form in the browser: a field when it has been changed and left, all fields when the form is submitted; an
 * error disappears as soon as the field is right. Without JavaScript the server's answer shows the same errors.
 */
export function useValidatedForm({ fieldErrors, ...rules }: ValidatedFormOptions) {
  const [lastAnswer, setLastAnswer] = useState(fieldErrors)
  const [errors, setErrors] = useState<FieldErrors>(fieldErrors ?? {})
  const [summaryErrors, setSummaryErrors] = useState<FieldErrors>(fieldErrors ?? {})
  const [submitCount, setSubmitCount] = useState(0)
  const showAll = (all: FieldErrors) => {
    setErrors(all)
    setSummaryErrors(all)
    setSubmitCount(count => count + 1)
  }
  if (lastAnswer !== fieldErrors) {
    setLastAnswer(fieldErrors)
    showAll(fieldErrors ?? {})
  }
  const validateField = (form: HTMLFormElement, name: string, mayShowNew: boolean) => {
    const path = toFieldPath(name)
    whenFieldSentencesAreLoaded(() => {
      const sentence = findErrors(form, rules)[path]
      setErrors(({ [path]: before, ...others }) =>
        sentence && (mayShowNew || before) ? { ...others, [path]: sentence } : others,
      )
    })
  }
  return {
    /** For the form element. */
    props: {
      noValidate: true,
      onFocus: () => void loadFieldSentences(),
      onBlur: (event: FocusEvent<HTMLFormElement>) => {
        const { name } = event.target as unknown as HTMLInputElement
        const form = event.currentTarget
        const mayShowNew = !(isPointerDown && isLinkOrButton(event.relatedTarget))
        if (name) runAfterPointerUp(() => validateField(form, name, mayShowNew))
      },
      onChange: (event: FormEvent<HTMLFormElement>) => {
        const { name } = event.target as HTMLInputElement
        if (name) validateField(event.currentTarget, name, false)
      },
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        const form = event.currentTarget
        if (Object.keys(findErrors(form, rules)).length > 0) {
          event.preventDefault()
          whenFieldSentencesAreLoaded(() => showAll(findErrors(form, rules)))
        } else {
          setErrors(withoutErrors)
          setSummaryErrors(withoutErrors)
        }
      },
    } satisfies ComponentProps<'form'>,
    /** The sentence beside that field, or null. */
    error: (name: string) => errors[toFieldPath(name)] ?? null,
    summary: { errors: summaryErrors, submitCount },
  }
}

/** The same object where there are none, so that the form isn't drawn again while it is being sent. */
const withoutErrors = (errors: FieldErrors): FieldErrors => (Object.keys(errors).length > 0 ? {} : errors)

/**
 * Asks a schema once before anything is typed: it builds most of itself then, which on a phone is a fifth of what a press
 * may take.
 */
export function prepareWhenIdle(schema: z.ZodMiniType): () => void {
  // Some browsers don't have it; there the first press is a little slower.
  const handle = window.requestIdleCallback?.(() => validateInput(schema, {}))
  return () => handle !== undefined && window.cancelIdleCallback(handle)
}

/** `home_address[city]` in the form is `home_address.city` in the contract. */
function toFieldPath(name: string): string {
  return name.replaceAll('[', '.').replaceAll(']', '')
}

type Rules = Pick<ValidatedFormOptions, 'endpoint' | 'schema'>

function findErrors(form: HTMLFormElement, { endpoint, schema }: Rules): FieldErrors {
  const fields = parseNestedForm(new FormData(form))
  const validated = validateInput(schema ?? endpoint.input, fields, endpoint.keepsEmpty)
  return validated.ok ? {} : fieldSentences(inPageOrder(validated.fields, form))
}

/** In the order of the fields on the page; the schema's rules between fields would otherwise come last. */
function inPageOrder(errors: FieldErrors, form: HTMLFormElement): FieldErrors {
  const paths = [...form.elements].map(control => toFieldPath((control as HTMLInputElement).name))
  const position = (path: string) => paths.indexOf(path)
  return Object.fromEntries(Object.entries(errors).sort(([one], [other]) => position(one) - position(other)))
}

/** A new error would move the link or button that is being clicked. */
function isLinkOrButton(target: EventTarget | null): boolean {
  return target instanceof HTMLAnchorElement || target instanceof HTMLButtonElement
}
