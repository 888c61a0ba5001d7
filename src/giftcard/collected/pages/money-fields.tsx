import { useState } from 'react'
import { formatEuro } from '../../../base/money.ts'
import { m } from '../../../paraglide/messages.js'
import { Checkbox } from '../../../ui/form/choice-field.tsx'
import { MoneyField } from '../../../ui/form/number-fields.tsx'
import { Select } from '../../../ui/form/text-field.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'
import type { CollectedMoney } from '../../payout/contract.ts'
import type { MoneyFormError } from './money-action.ts'
import { moneyErrorText } from './money-messages.ts'

/** Where leftovers go, and how much of them. */
export function TransferFields({
  from,
  money,
  answer,
}: {
  from: number
  money: CollectedMoney
  answer: MoneyFormError | undefined
}) {
  const language = useLanguage()
  const targets = money.targets.filter(target => target.id !== from)
  const [to, setTo] = useState(answer?.values.to ?? String(targets[0]?.id))
  const room = targets.find(({ id }) => String(id) === to)?.open ?? 0
  return (
    <>
      <Select
        label={m.giftcard_move_to()}
        name="to"
        value={to}
        onChange={event => setTo(event.target.value)}
        help={
          <span className="hidden js:inline">{m.giftcard_room({ amount: formatEuro(room, language) })}</span>
        }
        choices={targets.map(({ id, name, open }) => ({
          value: String(id),
          label: `${name} (${m.giftcard_takes({ amount: formatEuro(open, language) })})`,
        }))}
      />
      <AmountField answer={answer} help={m.giftcard_move_amount()} />
    </>
  )
}

/** Which money becomes one gift card, and how much of it. */
export function CombinedSourcesFields({
  money,
  answer,
}: {
  money: CollectedMoney
  answer: MoneyFormError | undefined
}) {
  const language = useLanguage()
  const rows = [...money.group, ...money.virtual, ...money.regular].filter(row => row.open > 0)
  const sources = [
    ...rows.map(({ id, type, name, open }) => ({ value: `${id} ${type}`, name, open })),
    ...money.change.map(({ id, name, open }) => ({
      value: `${id} change`,
      name: `${m.giftcard_left_from()} ${name}`,
      open,
    })),
  ]
  const wrong = answer?.fields.source
  return (
    <>
      <p>{m.giftcard_several_text()}</p>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-semibold">{m.giftcard_several_from()}</legend>
        {wrong && <p className="text-pomegranate">{moneyErrorText(wrong)}</p>}
        {sources.map(({ value, name, open }) => (
          <Checkbox
            key={value}
            id={`source-${value.replace(' ', '-')}`}
            label={`${name} · ${formatEuro(open, language)}`}
            name="source"
            value={value}
            defaultChecked
          />
        ))}
      </fieldset>
      <AmountField answer={answer} help={m.giftcard_several_amount()} />
    </>
  )
}

function AmountField({ answer, help }: { answer: MoneyFormError | undefined; help: string }) {
  const wrong = answer?.fields.amount
  return (
    <MoneyField
      label={m.giftcard_amount()}
      name="amount"
      optional
      help={help}
      defaultValue={answer?.values.amount}
      error={wrong === 'amount_wrong' ? m.amount_wrong() : wrong ? moneyErrorText(wrong) : undefined}
    />
  )
}
