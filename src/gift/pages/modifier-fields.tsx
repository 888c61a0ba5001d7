import { type FormEvent, useState } from 'react'
import { formatDay } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import type { ShopModifier } from '../../base/shop-modifiers.ts'
import { m } from '../../paraglide/messages.js'
import { Checkbox } from '../../ui/form/choice-field.tsx'
import { DateField } from '../../ui/form/date-field.tsx'
import { useFormDraftTick } from '../../ui/form/field.tsx'
import { Select, TextArea, TextField } from '../../ui/form/text-field.tsx'
import { useLanguage } from '../../ui/page/site-data.ts'
import { type AnswerErrors, answerFieldName, askedFieldName, guestFieldName } from '../modifier.rules.ts'

interface ModifierFieldProps {
  modifier: ShopModifier
  language: Language
  answer: string
  error: string | null
  onAnswer?: (() => void) | undefined
}

function ModifierField({ modifier, language, answer, error, onAnswer }: ModifierFieldProps) {
  const { name: label, required } = modifier
  const name = answerFieldName(modifier.id)
  const field = { label, name, error, optional: !required, help: limitsOf(modifier, language) }
  return (
    <>
      <input type="hidden" name={askedFieldName(modifier.id)} value="1" />
      {modifier.kind === 'checkbox' ? (
        <Checkbox
          {...field}
          label={modifier.label === label ? label : `${label}: ${modifier.label}`}
          defaultChecked={answer === String(modifier.checked) || answer === 'on'}
        />
      ) : modifier.kind === 'choice' ? (
        <Select
          {...field}
          emptyLabel={m.modifier_choose()}
          defaultValue={answer}
          options={modifier.values.map(({ id, label }) => ({ value: String(id), label }))}
        />
      ) : modifier.kind === 'date' ? (
        <DateField
          {...field}
          min={modifier.from ?? undefined}
          max={modifier.to ?? undefined}
          defaultValue={answer}
          {...(onAnswer && { onChange: onAnswer })}
        />
      ) : modifier.kind === 'text' && modifier.lines > 1 ? (
        <TextArea
          {...field}
          rows={Math.min(modifier.lines, 4)}
          maxCharacters={modifier.max}
          defaultValue={answer}
        />
      ) : (
        <TextField {...field} {...inputAttributes(modifier)} autoComplete="off" defaultValue={answer} />
      )}
    </>
  )
}

function inputAttributes(modifier: ShopModifier) {
  if (modifier.kind === 'text') return { maxLength: modifier.max }
  if (modifier.kind === 'number')
    return { inputMode: modifier.whole ? ('numeric' as const) : ('decimal' as const) }
  return {}
}

function limitsOf(modifier: ShopModifier, language: Language): string | undefined {
  if (modifier.kind === 'text') return lengthLimits(modifier)
  if (modifier.kind === 'date') {
    const day = (text: string | null) => text && formatDay(text, language)
    return rangeText(day(modifier.from), day(modifier.to))
  }
  if (modifier.kind !== 'number') return undefined
  const number = (value: number | null) =>
    value === null ? null : String(value).replace('.', language === 'el' ? ',' : '.')
  const range = rangeText(number(modifier.min), number(modifier.max))
  return [range, modifier.whole && m.modifier_whole_help()].filter(Boolean).join('. ') || undefined
}

function lengthLimits({ min, max, lines }: Extract<ShopModifier, { kind: 'text' }>): string {
  if (lines === 1) return min > 1 ? m.modifier_min_max_length({ min, max }) : m.modifier_max_length({ max })
  // A text area shows how many characters are left, so no maximum.
  const limits = [min > 1 && m.modifier_min_length({ min }), m.modifier_lines_help({ count: lines })]
  return `${limits.filter(Boolean).join('. ')}.`
}

function rangeText(from: string | null, to: string | null): string | undefined {
  if (from && to) return m.modifier_from_to({ from, to })
  if (from) return m.modifier_from({ from })
  return to ? m.modifier_to({ to }) : undefined
}

/** The shop's names of the questions by field, for error sentences that don't name the field themselves. */
export const answerLabels = (modifiers: ShopModifier[]): Record<string, string> =>
  Object.fromEntries(modifiers.map(({ id, name }) => [answerFieldName(id), name]))

interface HostModifierFieldsProps {
  modifiers: ShopModifier[]
  /** Initial values by field name; undefined for a new gift. */
  values: Record<string, string> | undefined
  error(name: string): string | null
}

/** The shop's questions for a host, who may leave any of them to guests (R322). */
export function HostModifierFields({ modifiers, values, error }: HostModifierFieldsProps) {
  if (modifiers.length === 0) return null
  return (
    <fieldset className="flex flex-col gap-5 border-line border-s-2 ps-4">
      <legend className="sr-only">{m.modifier_host_title()}</legend>
      <div>
        <p className="font-semibold text-lg">{m.modifier_host_title()}</p>
        <p className="text-sm text-soft">{m.modifier_host_help()}</p>
      </div>
      {modifiers.map(modifier => (
        <HostModifierField key={modifier.id} modifier={modifier} values={values} error={error} />
      ))}
    </fieldset>
  )
}

function HostModifierField({
  modifier,
  values,
  error,
}: Omit<HostModifierFieldsProps, 'modifiers'> & { modifier: ShopModifier }) {
  const guestName = guestFieldName(modifier.id)
  const answerName = answerFieldName(modifier.id)
  const language = useLanguage()
  const draft = useFormDraftTick(guestName)
  const [isLeft, setLeft] = useState(draft ?? values?.[guestName] === 'on')
  const answer = values ? (values[answerName] ?? '') : modifier.initial
  return (
    <div className="flex flex-col gap-3">
      <div className={isLeft ? 'js:hidden' : 'flex flex-col gap-3'}>
        <ModifierField
          modifier={modifier}
          language={language}
          answer={answer}
          error={isLeft ? null : error(answerName)}
        />
      </div>
      {isLeft && <p className="hidden font-semibold js:block">{modifier.name}</p>}
      <Checkbox
        label={m.modifier_by_guest()}
        name={guestName}
        aria-label={`${m.modifier_by_guest()}: ${modifier.name}`}
        defaultChecked={isLeft}
        onChange={event => setLeft(event.target.checked)}
      />
    </div>
  )
}

interface QuestionFieldsProps {
  questions: ShopModifier[]
  language: Language
  typed: Record<string, string> | undefined
  errors: AnswerErrors
  onAnswer?: (id: number) => void
}

/** The questions that the host left open (R424). */
export function QuestionFields({ questions, language, typed, errors, onAnswer }: QuestionFieldsProps) {
  if (questions.length === 0) return null
  const answered = ({ target }: FormEvent) => {
    const { name } = target as HTMLInputElement
    const question = questions.find(({ id }) => answerFieldName(id) === name)
    if (question) onAnswer?.(question.id)
  }
  return (
    <fieldset className="mt-5 flex flex-col gap-4" onChange={answered}>
      <legend className="pb-3 font-semibold text-lg">{m.modifier_guest_title()}</legend>
      {questions.map(modifier => (
        <ModifierField
          key={modifier.id}
          modifier={modifier}
          language={language}
          answer={typed ? (typed[answerFieldName(modifier.id)] ?? '') : modifier.initial}
          error={errors[modifier.id] ?? null}
          onAnswer={onAnswer && (() => onAnswer(modifier.id))}
        />
      ))}
    </fieldset>
  )
}
