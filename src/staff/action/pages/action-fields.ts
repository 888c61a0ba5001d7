import { m } from '../../../paraglide/messages.js'

/** A field that a person fills in; what links to the page know already is not among them. */
export interface ActionField {
  name: string
  kind: 'number' | 'text' | 'area' | 'money' | 'choice' | 'day' | 'email'
  label: () => string
  isOptional?: boolean
  /** What it means to leave an optional one empty. */
  help?: () => string
  /** What stands in it until somebody types another value. */
  preset?: string
  /** Texts of choices that are words of ours, by their value. */
  texts?: Record<string, () => string>
  /** What is said of a choice besides its label, by its value. */
  remark?: (value: string) => string | null
}

export const order: ActionField = { name: 'order', kind: 'number', label: m.staff_value_order }
export const line: ActionField = { name: 'line', kind: 'choice', label: m.staff_value_line }
export const refund: ActionField = { name: 'refund', kind: 'choice', label: m.staff_value_refund }
export const registry: ActionField = { name: 'registry', kind: 'text', label: m.staff_ask_registry }
export const gift: ActionField = { name: 'gift', kind: 'choice', label: m.staff_value_gift }
export const moneyAmount: ActionField = { name: 'amount', kind: 'money', label: m.staff_value_amount_cents }
export const receipt: ActionField = { name: 'receipt', kind: 'text', label: m.staff_value_receipt }
export const wordsOf = (help: () => string): ActionField[] => [
  { name: 'giver', kind: 'text', label: m.staff_value_giver, isOptional: true, help },
  { name: 'message', kind: 'area', label: m.staff_value_message, isOptional: true },
]
