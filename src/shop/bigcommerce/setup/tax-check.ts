import { fetchTaxFacts, findTaxClass, type TaxFacts } from '../tax/tax-rates.ts'
import { reportCorrect, reportWrong, type SetupContext } from './setup-context.ts'

/** The tax classes of the products that we need; null, reported as wrong, for one that the store doesn't have. */
export interface ProductTaxClasses {
  /** Of contributions: free of tax, or the one of the setting (R416). */
  group: number | null
  /** Of gift cards, which are taxed when they are used. */
  giftCard: number | null
}

/** Finds these classes. Whether prices are entered with tax or without is the merchant's, and right either way. */
export async function checkTaxClasses(ctx: SetupContext): Promise<ProductTaxClasses> {
  const facts = await fetchTaxFacts(ctx.request, ctx.rest, ctx.http)
  const giftCard = findZeroRatedClass(ctx, facts)
  const { groupTaxClass } = ctx.request
  return { group: groupTaxClass ? findGroupClass(ctx, facts, groupTaxClass) : giftCard, giftCard }
}

function findZeroRatedClass(ctx: SetupContext, { classes }: TaxFacts): number | null {
  const taxClass = classes.find(({ factor }) => factor === 1)
  if (taxClass === undefined) {
    reportWrong(ctx, 'tax', 'no class has a rate of 0 %; make one, “Zero rated”, in the tax settings')
    return null
  }
  reportCorrect(ctx, 'tax', `class ${taxClass.id}, “${taxClass.name}”, has a rate of 0 %`)
  return taxClass.id
}

function findGroupClass(ctx: SetupContext, facts: TaxFacts, idOrName: string): number | null {
  const name = 'tax of group gifts'
  const taxClass = findTaxClass(facts, idOrName)
  if (taxClass === undefined) {
    const known = facts.classes.map(one => `“${one.name}”`).join(', ')
    reportWrong(ctx, name, `SHOP_GROUP_TAX_CLASS is “${idOrName}”, but the store has ${known}`)
    return null
  }
  if (taxClass.factor === null) {
    reportWrong(ctx, name, `class “${taxClass.name}” has no rate where the store is`)
    return null
  }
  const percent = Number(((taxClass.factor - 1) * 100).toFixed(2))
  reportCorrect(ctx, name, `class ${taxClass.id}, “${taxClass.name}”, has a rate of ${percent} %`)
  return taxClass.id
}
