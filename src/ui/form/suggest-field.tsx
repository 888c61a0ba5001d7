import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { classNames } from '../style/class-names.ts'
import { controlClasses, Field, type FieldProps, useFormDraftValue } from './field.tsx'
import { setValueAsTyped } from './number-fields.tsx'

interface Suggestion {
  /** What the field takes. */
  text: string
  /** What tells it from others of the same name. */
  within: string
}

/** Suggestions for what was typed; none when there is no answer. */
export type Suggest = (typed: string, signal: AbortSignal) => Promise<Suggestion[]>

type SuggestFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'children' | 'value' | 'size' | 'ref'> & {
    /** The name of the list for screen readers. */
    listLabel: string
    suggest: Suggest
  }

/**
 * One line of text with suggestions below while it is typed; any other text is taken too, also without JavaScript. Base
 * UI's Autocomplete hides the rest of the page, its label too, from screen readers while the list is open.
 */
export function SuggestField(props: SuggestFieldProps) {
  const { label, name, help, error, optional, className, listLabel, suggest, ...input } = props
  const draft = useFormDraftValue(name)
  const restored = draft === undefined ? {} : { defaultValue: draft }
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const list = useSuggestionList(suggest, text => {
    if (field.current) setValueAsTyped(field.current, text)
  })
  const optionId = (index: number) => `${listId}-${index}`
  const isOpen = list.suggestions.length > 0
  return (
    <Field label={label} name={name} help={help} error={error} optional={optional} className={className}>
      {control => (
        <span className="relative block">
          <input
            type="text"
            {...input}
            {...restored}
            {...control}
            ref={field}
            name={name}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            aria-activedescendant={list.active === null ? undefined : optionId(list.active)}
            onInput={event => list.setTyped(event.currentTarget.value)}
            onKeyDown={list.moveByKey}
            onBlur={list.close}
            className={controlClasses}
          />
          {isOpen && <SuggestionList id={listId} label={listLabel} list={list} optionId={optionId} />}
        </span>
      )}
    </Field>
  )
}

function SuggestionList(props: {
  id: string
  label: string
  list: ReturnType<typeof useSuggestionList>
  optionId: (index: number) => string
}) {
  const { id, label, list, optionId } = props
  return (
    <span
      id={id}
      role="listbox"
      aria-label={label}
      className="absolute inset-x-0 top-full z-40 mt-1 block max-h-80 overflow-y-auto overscroll-contain rounded-field border border-edge bg-card py-1 shadow-[0_12px_32px_rgb(35_38_45/0.16)]"
    >
      {list.suggestions.map(({ text, within }, index) => (
        // biome-ignore lint/a11y: the focus stays in the field, which names the active option and takes the keys
        <span
          key={`${text} ${within}`}
          id={optionId(index)}
          role="option"
          aria-selected={index === list.active}
          // Before the field loses the focus, which closes the list.
          onMouseDown={event => event.preventDefault()}
          onClick={() => list.choose(index)}
          className={classNames(
            'block min-h-11 cursor-pointer px-4 py-2 hover:bg-ink/6',
            index === list.active && 'bg-ink/6 outline-2 -outline-offset-2 outline-ink',
          )}
        >
          <span className="block">{text}</span>
          <span className="block text-sm text-soft">{within}</span>
        </span>
      ))}
    </span>
  )
}

/** The suggestions for what is typed, the active one, and what keys and presses do with them. */
function useSuggestionList(suggest: Suggest, take: (text: string) => void) {
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState<number | null>(null)
  const [suggestions, setSuggestions] = useSuggestions(typed, suggest)
  const [listed, setListed] = useState(suggestions)
  // A later list has another option at that place.
  if (listed !== suggestions) {
    setListed(suggestions)
    setActive(null)
  }
  const close = () => {
    setTyped('')
    setActive(null)
    setSuggestions([])
  }
  const choose = (index: number) => {
    take(suggestions[index]?.text ?? '')
    close()
  }
  const moveByKey = (event: KeyboardEvent) => {
    const count = suggestions.length
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (count === 0 || !(step || event.key === 'Escape' || (event.key === 'Enter' && active !== null))) return
    event.preventDefault()
    if (step) setActive(((active ?? (step > 0 ? -1 : count)) + step + count) % count)
    else if (event.key === 'Enter' && active !== null) choose(active)
    else close()
  }
  const type = (text: string) => {
    setActive(null)
    setTyped(text)
  }
  return { suggestions, active, setTyped: type, moveByKey, choose, close }
}

const pauseMs = 150
const minTyped = 2

/** Asks when the typing pauses. */
function useSuggestions(typed: string, suggest: Suggest) {
  const state = useState<Suggestion[]>([])
  const [, setSuggestions] = state
  const asked = typed.trim()
  useEffect(() => {
    if (asked.length < minTyped) {
      setSuggestions([])
      return
    }
    const abort = new AbortController()
    const timer = setTimeout(() => {
      suggest(asked, abort.signal).then(found => abort.signal.aborted || setSuggestions(found))
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [asked, suggest])
  return state
}
