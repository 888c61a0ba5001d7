import { useState } from 'react'
import { formatEuro } from '../../../base/money.ts'
import type { ShopModifier } from '../../../base/shop-modifiers.ts'
import { QuestionFields } from '../../../gift/gift/pages/modifier-fields.tsx'
import { m } from '../../../paraglide/messages.js'
import { Checkbox } from '../../../ui/form/choice-field.tsx'
import { MoneyField } from '../../../ui/form/number-fields.tsx'
import { Select } from '../../../ui/form/text-field.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'
import type { CollectedMoney } from '../contract.ts'
import type { MoneyFormError } from './money-action.ts'

/** Where leftovers go, and how much of them. */
export function TransferFields({
  from,
  money,
  error,
}: {
  from: number
  money: CollectedMoney
  error: MoneyFormError | undefined
}) {
  const language = useLanguage()
  const targets = money.targets.filter(target => target.id !== from)
  const [to, setTo] = useState(error?.values.to ?? String(targets[0]?.id))
  const room = targets.find(({ id }) => String(id) === to)?.open ?? 0
  return (
    <>
      <Select
        label={m.common_to()}
        name="to"
        value={to}
        onChange={event => setTo(event.target.value)}
        help={
          <span className="hidden js:inline">{m.giftcard_room({ amount: formatEuro(room, language) })}</span>
        }
        options={targets.map(({ id, name, open }) => ({
          value: String(id),
          label: `${name} (${m.giftcard_takes({ amount: formatEuro(open, language) })})`,
        }))}
      />
      <AmountField error={error} help={m.giftcard_move_amount()} />
    </>
  )
}

/** Which money becomes one gift card, and how much of it. */
export function CombinedSourcesFields({
  money,
  error,
}: {
  money: CollectedMoney
  error: MoneyFormError | undefined
}) {
  const language = useLanguage()
  const gifts = [...money.group, ...money.virtual, ...money.regular].filter(gift => gift.free > 0)
  const sources = [
    ...gifts.map(({ id, type, name, free }) => ({ value: `${id} ${type}`, name, free })),
    ...money.change
      .filter(one => one.free > 0)
      .map(({ id, name, free }) => ({
        value: `${id} change`,
        name: `${m.giftcard_left_from()} ${name}`,
        free,
      })),
  ]
  const sourceError = error?.fields.source
  return (
    <>
      <p>{m.giftcard_several_text()}</p>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-semibold">{m.common_from()}</legend>
        {sourceError && <p className="text-pomegranate">{sourceError}</p>}
        {sources.map(({ value, name, free }) => (
          <Checkbox
            key={value}
            id={`source-${value.replace(' ', '-')}`}
            label={`${name}\u00a0· ${formatEuro(free, language)}`}
            name="source"
            value={value}
            defaultChecked
          />
        ))}
      </fieldset>
      <AmountField error={error} help={m.giftcard_several_amount()} />
    </>
  )
}

function AmountField({ error, help }: { error: MoneyFormError | undefined; help: string }) {
  return (
    <MoneyField
      label={m.common_amount()}
      name="amount"
      optional
      help={help}
      defaultValue={error?.values.amount}
      error={error?.fields.amount}
    />
  )
}

/** What the shop needs to know of the product, where the host left it open. */
export function OrderQuestions({
  questions,
  error,
}: {
  questions: ShopModifier[]
  error: MoneyFormError | undefined
}) {
  const keys = Object.entries(error?.fields ?? {}).flatMap(([name, key]) => {
    const id = /^modifiers\.(\d+)$/.exec(name)?.[1]
    return id ? [[Number(id), key]] : []
  })
  const errors = Object.fromEntries(keys)
  return <QuestionFields {...{ questions, errors }} language={useLanguage()} typed={error?.values} />
}
