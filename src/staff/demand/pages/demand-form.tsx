import { Form } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { LanguageInput } from '../../../ui/form/language-input.tsx'
import { Select, TextField } from '../../../ui/form/text-field.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { classNames } from '../../../ui/style/class-names.ts'
import { demandPriceBands, maxDemandWords } from '../rules.ts'
import { demandColumnMessages, demandMonthName, priceBandName, unitColumnsOf } from './demand-messages.ts'
import { type DemandQuery, demandPath } from './demand-query.ts'

interface Choices {
  brands: string[]
  categories: { id: number; name: string }[]
  months: string[]
}

/** Narrows the products, chooses the month, and on a phone, where a table has no headings, the order. */
export function DemandForm({ query, months, ...choices }: Choices & { query: DemandQuery }) {
  const { by, sort } = query
  const isOfProducts = by === 'product'
  return (
    <Form
      key={demandPath(query)}
      action={paths.staffDemand}
      aria-label={isOfProducts ? m.staff_demand_choose() : m.staff_demand_sort()}
      className={classNames('field-row', by === 'month' && 'md:hidden')}
    >
      <LanguageInput />
      <input type="hidden" name="by" value={by} />
      {isOfProducts && <ProductFilters query={query} {...choices} />}
      {by !== 'month' && <MonthFilter query={query} months={months} />}
      <Select
        name="sort"
        label={m.staff_demand_sort()}
        className="w-full md:hidden"
        defaultValue={sort}
        options={unitColumnsOf(query).map(value => ({ value, label: demandColumnMessages[value]() }))}
      />
      <Button type="submit" kind="outline">
        {m.common_show()}
      </Button>
    </Form>
  )
}

function MonthFilter({ query, months }: Pick<Choices, 'months'> & { query: DemandQuery }) {
  const language = useLanguage()
  return (
    <Select
      name="month"
      className="w-full md:w-52"
      label={m.staff_demand_by_month()}
      emptyLabel={m.staff_demand_every_month()}
      defaultValue={query.month ?? ''}
      options={[
        { value: 'each', label: m.staff_demand_each_month() },
        ...months.map(month => ({ value: month || 'none', label: demandMonthName(month, language) })),
      ]}
    />
  )
}

function ProductFilters({ query, brands, categories }: Omit<Choices, 'months'> & { query: DemandQuery }) {
  const { words, brand, category, price } = query
  const language = useLanguage()
  return (
    <>
      <TextField
        name="words"
        type="search"
        className="w-full md:w-52"
        label={m.staff_demand_words()}
        maxLength={maxDemandWords}
        defaultValue={words ?? ''}
      />
      <Select
        name="category"
        className="w-full md:w-52"
        label={m.staff_demand_by_category()}
        emptyLabel={m.staff_demand_every_category()}
        defaultValue={category ?? ''}
        options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <Select
        name="brand"
        className="w-full md:w-44"
        label={m.staff_demand_by_brand()}
        emptyLabel={m.staff_demand_every_brand()}
        defaultValue={brand ?? ''}
        options={brands.map(name => ({ value: name, label: name }))}
      />
      <Select
        name="price"
        className="w-full md:w-44"
        label={m.common_price()}
        emptyLabel={m.staff_demand_every_price()}
        defaultValue={price ?? ''}
        options={demandPriceBands.map(from => ({
          value: String(from),
          label: priceBandName(from, language),
        }))}
      />
    </>
  )
}
