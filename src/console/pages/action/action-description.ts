import { AppError } from '../../../base/app-error.ts'
import type { Language } from '../../../base/language.ts'
import type { PageContext } from '../../../ui/page/page-context.ts'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { type ActionName, isActionName, staffActions } from '../../action/declaration.rules.ts'
import type { ActionField, ActionLookView, StaffAction } from '../../action/look.rules.ts'
import { lastActText, leftText } from './action-messages.ts'

type Words = Pick<PageContext, 'text'>

export type DescribedAction = ReturnType<typeof describeAction>
export type AskedField = DescribedAction['fields'][number]

/** An action's page in the reader's language; message keys are made from the action's name (R1180, declared once). */
export function describeAction(name: string, { text }: Words) {
  // An address that names no action.
  if (!isActionName(name)) throw new AppError('refused_missing', 404)
  const { fields, part, isPrivate = false }: StaffAction = staffActions[name] as unknown as StaffAction
  return {
    name,
    part,
    isPrivate,
    title: text(`staff_act_${name}`),
    lead: text(`staff_act_${name}_lead`),
    fields: Object.entries(fields)
      .filter(([, { kind }]) => kind !== 'known')
      .map(([field, { kind, label, help, isOptional: optional = false, preset = '' }]) => ({
        name: field,
        kind,
        optional,
        preset,
        label: text(label ?? `staff_value_${field}`),
        help: help === undefined ? null : text(help),
      })),
  }
}

/** Translates choices that have a message of ours, and adds the remark of a choice. */
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

/** Error codes whose message here has another key. */
const renamed: Record<string, string> = {
  registry_closed: 'giftcard_closed',
  refused_shop_away: 'staff_action_shop_away',
}

/** The message of a refusal; when the value was too large, also what is left. */
function errorText(code: string, detail: PageError['detail'], language: Language, { text }: Words): string {
  const key = renamed[code] ?? code
  const said = text(key)
  const sentence = said === key ? text('field_wrong') : said
  const left = leftText(code, detail, language)
  return left === null ? sentence : `${sentence.replace(/\.?$/, '.')} ${left}`
}

export const keysOf = ({ detail }: Pick<PageError, 'detail'>) => (detail.keys ?? {}) as Record<string, string>

export function describeErrors(
  fields: Record<string, string>,
  detail: PageError['detail'],
  ctx: Pick<PageContext, 'text' | 'language'>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, code]) => [name, errorText(code, detail, ctx.language, ctx)]),
  )
}

/** Refused without a wrong field: something has changed (409), or the shop doesn't answer (502). */
export const isWhole = ({ status }: Pick<PageError, 'status'>) => status === 409 || status === 502

export interface CountedAlready {
  code: string
  name: string
  /** The order, or the receipt below zero (R967). */
  order: number
}

export type DescribedRefusal = ReturnType<typeof describeRefusal>

export function describeRefusal(refused: PageError, ctx: Pick<PageContext, 'text' | 'language'>) {
  const { status, code, fields, detail } = refused
  const [first = code] = Object.values(keysOf(refused))
  return {
    status,
    code,
    fields,
    isWhole: isWhole(refused),
    sentence: errorText(isWhole(refused) ? code : first, detail, ctx.language, ctx),
    registry: (detail.registry as string | null | undefined) ?? null,
    counted: detail.counted as CountedAlready | undefined,
    /** Who did something to the same thing last, and what. */
    last: lastActText(detail.last, ctx),
  }
}
