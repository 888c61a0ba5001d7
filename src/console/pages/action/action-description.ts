import type { Language } from '../../../base/language.ts'
import type { PageContext } from '../../../ui/page/page-context.ts'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { type ActionName, staffActions } from '../../action/declaration.rules.ts'
import type { ActionField, ActionLookView, StaffAction } from '../../action/look.rules.ts'
import { lastActText, leftText } from './action-messages.ts'

type Words = Pick<PageContext, 'text'>

/** A field that a person fills in, in the reader's words. */
export interface AskedField {
  name: string
  kind: ActionField['kind']
  label: string
  help: string | null
  isOptional: boolean
  preset: string
}

/** What an action's page says and asks; its texts by their names, so that none is listed twice (R1180). */
export interface DescribedAction {
  name: ActionName
  title: string
  lead: string
  part: string | undefined
  isPrivate: boolean
  fields: AskedField[]
}

export function describeAction(name: ActionName, { text }: Words): DescribedAction {
  const { fields, part, isPrivate = false }: StaffAction = staffActions[name] as unknown as StaffAction
  return {
    ...{ name, part, isPrivate },
    title: text(`staff_act_${name}`),
    lead: text(`staff_act_${name}_lead`),
    fields: Object.entries(fields)
      .filter(([, { kind }]) => kind !== 'known')
      .map(([field, { kind, label, help, isOptional = false, preset = '' }]) => ({
        ...{ name: field, kind, isOptional, preset },
        label: text(label ?? `staff_value_${field}`),
        help: help === undefined ? null : text(help),
      })),
  }
}

/** Choices that are words of ours in the reader's language, and what else is to be said of one. */
export function describeChoices(
  name: ActionName,
  choices: ActionLookView['choices'],
  { text }: Words,
): ActionLookView['choices'] {
  const { fields }: StaffAction = staffActions[name] as unknown as StaffAction
  const describe = (field: ActionField | undefined, value: string, label: string) => {
    const word = field?.texts?.[value]
    const remark = field?.remark?.(value) ?? null
    return [word === undefined ? label : text(word), ...(remark === null ? [] : [text(remark)])].join(', ')
  }
  return Object.fromEntries(
    Object.entries(choices).map(([field, all]) => [
      field,
      all.map(one => ({ ...one, label: describe(fields[field], one.value, one.label) })),
    ]),
  )
}

/** Of these the message that says it here has another name. */
const renamed: Record<string, string> = {
  registry_closed: 'giftcard_closed',
  refused_shop_away: 'staff_action_shop_away',
}

/** A refusal in the reader's words; of more than there is, also how much there is. */
function errorText(code: string, detail: PageError['detail'], language: Language, { text }: Words): string {
  const key = renamed[code] ?? code
  const said = text(key)
  const sentence = said === key ? text('field_wrong') : said
  const left = leftText(code, detail, language)
  return left === null ? sentence : `${sentence.replace(/\.?$/, '.')} ${left}`
}

/** The message keys of the wrong fields. */
export const keysOf = ({ detail }: Pick<PageError, 'detail'>) => (detail.keys ?? {}) as Record<string, string>

/** What is wrong with the fields, by their names. */
export function describeErrors(
  fields: Record<string, string>,
  detail: PageError['detail'],
  ctx: Pick<PageContext, 'text' | 'language'>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, code]) => [name, errorText(code, detail, ctx.language, ctx)]),
  )
}

/** Refused as a whole, by no field: by what has changed, or by a shop that does not answer. */
export const isWhole = ({ status }: Pick<PageError, 'status'>) => status === 409 || status === 502

/** Where something counts already, as a refusal tells it. */
export interface CountedAlready {
  code: string
  name: string
  /** The order, or the receipt below zero (R967). */
  order: number
}

/** A refusal as the page shows it. */
export interface DescribedRefusal {
  status: number
  code: string
  isWhole: boolean
  sentence: string
  /** The sentences of its wrong fields. */
  fields: Record<string, string>
  registry: string | null
  counted: CountedAlready | undefined
  /** Who did what to the same thing last. */
  last: string | null
}

export function describeRefusal(
  refused: PageError,
  ctx: Pick<PageContext, 'text' | 'language'>,
): DescribedRefusal {
  const { status, code, fields, detail } = refused
  const [first = code] = Object.values(keysOf(refused))
  return {
    ...{ status, code, fields },
    isWhole: isWhole(refused),
    sentence: errorText(isWhole(refused) ? code : first, detail, ctx.language, ctx),
    registry: (detail.registry as string | null | undefined) ?? null,
    counted: detail.counted as CountedAlready | undefined,
    last: lastActText(detail.last, ctx),
  }
}
