import { Form } from 'react-router'
import { paths } from '../../base/paths.ts'
import { type Sort, sorts } from '../../catalogue/contract.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { MoneyField } from '../../ui/number-fields.tsx'
import { Select, TextField } from '../../ui/text-field.tsx'
import type { AddGiftsData } from './add-gifts-page.tsx'

const sortWords: Record<Sort, () => string> = {
  newest: m.gift_sort_newest,
  featured: m.gift_sort_featured,
  'best-selling': m.gift_sort_best,
  'brand-a-z': m.gift_sort_brand_up,
  'brand-z-a': m.gift_sort_brand_down,
  'price-up': m.gift_sort_price_up,
  'price-down': m.gift_sort_price_down,
}

type FiltersData = Pick<AddGiftsData, 'registry' | 'asked' | 'categories' | 'found' | 'language'>

/** Words, category, price range and order; all of it stands in the address (spec §2, §9). */
export function ProductFilters({ registry, asked, categories, found, language }: FiltersData) {
  const wrong = found.refused?.fields ?? {}
  const isNarrowed = Object.keys(asked).some(name => name !== 'page' && name !== 'sort')
  const address = paths.addGifts(registry.id)
  return (
    <Form method="get" action={address} key={JSON.stringify(asked)} className="flex flex-col gap-5">
      {language === 'el' && <input type="hidden" name="lang" value="el" />}
      <TextField label={m.gift_search_label()} name="search" type="search" defaultValue={asked.search} />
      <div className="grid grid-cols-2 gap-x-3 gap-y-5 sm:gap-x-5">
        <Select
          label={m.gift_category_label()}
          name="category"
          defaultValue={asked.category}
          empty={m.gift_category_all()}
          choices={treeChoices(categories)}
        />
        <Select
          label={m.gift_sort_label()}
          name="sort"
          defaultValue={asked.sort ?? 'featured'}
          choices={sorts.map(value => ({ value, label: sortWords[value]() }))}
        />
        <MoneyField
          label={m.gift_price_from()}
          name="price_min"
          defaultValue={asked.price_min}
          error={wrong.price_min && m.amount_wrong()}
        />
        <MoneyField
          label={m.gift_price_to()}
          name="price_max"
          defaultValue={asked.price_max}
          error={wrong.price_max && m.amount_wrong()}
        />
      </div>
      <div className="flex flex-wrap items-center gap-5">
        <Button type="submit" kind="outline">
          {m.gift_search_submit()}
        </Button>
        {isNarrowed && (
          <Link to={address} look="weight">
            {m.gift_search_clear()}
          </Link>
        )}
      </div>
    </Form>
  )
}

/** The tree as one list, children under their parents and a little to the right. */
function treeChoices(categories: AddGiftsData['categories']) {
  const below = (parent: number, depth: number): { value: string; label: string }[] =>
    categories
      .filter(category => category.parentEntityId === parent)
      .flatMap(({ entityId, name }) => [
        { value: String(entityId), label: '\u2003'.repeat(depth) + name },
        ...below(entityId, depth + 1),
      ])
  return below(0, 0)
}
