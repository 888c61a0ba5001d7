import type { HostAnswer, ModifierAnswer, ShopModifier } from '../../base/shop-modifiers.ts'
import { completeAnswers, listGiftModifiers } from '../../gift/gift/modifier-rules.ts'
import type { RequestedLine } from '../hand-off/rules.ts'
import { unbuyableError } from '../stock/rules.ts'

/** Units of a gift that say the same; each is a line of the shop's cart. */
export interface AnsweredUnits {
  units: number
  answers: ModifierAnswer[]
}

interface Line {
  requested: RequestedLine
  gift: { id: number; name: string; product_modifiers: ShopModifier[]; modifiers: HostAnswer[] }
}

/**
 * Lines with the answers of host and guest to what the shop asks; money asks for nothing (R424). Throws `cart_unbuyable`
 * 409 with each line item whose answer is missing or wrong.
 */
export function answerQuestions<L extends Line>(lines: L[]): (L & { answered: AnsweredUnits[] })[] {
  const fields: Record<string, string> = {}
  const answeredLines = lines.map(line => {
    const asked = listGiftModifiers(line.gift.product_modifiers, line.gift.modifiers)
    const answered: AnsweredUnits[] = []
    for (const part of line.requested.kind === 'units' ? line.requested.parts : []) {
      const { answers, errors } = completeAnswers(asked, part.selections)
      const [wrong] = Object.values(errors)
      if (wrong !== undefined) fields[`line_items.${part.index}.option_selections`] = wrong
      addUnits(answered, { units: part.units, answers })
    }
    return { ...line, answered }
  })
  const isWrong = ({ requested }: Line) =>
    requested.parts.some(({ index }) => `line_items.${index}.option_selections` in fields)
  const wrong = lines
    .filter(isWrong)
    .map(({ gift }) => ({ gift_id: gift.id, name: gift.name, reason: 'modifier' as const, count: null }))
  if (wrong.length > 0) throw unbuyableError(wrong, undefined, fields)
  return answeredLines
}

function addUnits(all: AnsweredUnits[], added: AnsweredUnits): void {
  const key = JSON.stringify(added.answers)
  const same = all.find(({ answers }) => JSON.stringify(answers) === key)
  if (same) same.units += added.units
  else all.push(added)
}
