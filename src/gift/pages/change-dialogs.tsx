import { Form, useNavigation } from 'react-router'
import { m } from '../../paraglide/messages.js'
import { refusalWords } from '../../registry/pages/words.ts'
import type { Refused } from '../../ui/attempt.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useCheckedForm } from '../../ui/checked-form.ts'
import { Checkbox } from '../../ui/choice-field.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { QuantityField } from '../../ui/number-fields.tsx'
import { PageDialog } from '../../ui/page-dialog.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { changeGift, type GiftView, noteMax, quantityMost } from '../contract.ts'
import { wishWords } from './wish-words.ts'

interface DialogProps {
  gift: GiftView
  back: string
  answer: (Refused & { values: Record<string, string> }) | undefined
}

/** Quantity, group switch, mark and note of a gift; what is locked says why (product.md 14). */
export function ChangeDialog({ gift, back, answer }: DialogProps) {
  const { error, props, summary } = useCheckedForm({
    schema: changeGift.input,
    words: wishWords,
    refused: answer?.fields,
  })
  const busy = useNavigation().state === 'submitting'
  const covered = gift.how_many_sale + gift.held_units
  const isTouched = covered + gift.collected + gift.held > 0
  return (
    <PageDialog labelledBy="change-title" back={back}>
      <Form method="post" {...props} className="flex flex-col gap-6" preventScrollReset>
        <h2 id="change-title" className="pr-12 text-2xl">
          {gift.name}
        </h2>
        <FormSummary {...summary} />
        <input type="hidden" name="intent" value="change" />
        <input type="hidden" name="gift_id" value={gift.id} />
        {!gift.is_group_gifting && (
          <QuantityField
            label={m.gift_quantity_label()}
            name="quantity"
            min={Math.max(1, covered)}
            max={quantityMost}
            defaultValue={answer?.values.quantity ?? gift.quantity}
            help={covered > 0 ? m.gift_covered_help({ count: covered }) : undefined}
            error={error('quantity')}
          />
        )}
        {isTouched ? (
          <p className="text-sm text-soft">{m.gift_group_locked()}</p>
        ) : (
          <>
            <input type="hidden" name="is_group_gifting" value="0" />
            <Checkbox
              label={m.gift_group_label()}
              help={m.gift_group_help()}
              name="is_group_gifting"
              defaultChecked={gift.is_group_gifting}
              error={error('is_group_gifting')}
            />
          </>
        )}
        <input type="hidden" name="must_have" value="0" />
        <Checkbox label={m.gift_must_label()} name="must_have" defaultChecked={gift.must_have} />
        <TextArea
          label={m.gift_note_label()}
          name="note"
          optional
          rows={2}
          most={noteMax}
          help={m.gift_note_help()}
          defaultValue={answer?.values.note ?? gift.note ?? ''}
          error={error('note')}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy}>
            {m.gift_save()}
          </Button>
          <ButtonLink to={back} kind="outline" preventScrollReset>
            {m.ui_cancel()}
          </ButtonLink>
        </div>
      </Form>
    </PageDialog>
  )
}

/** 'Are you sure?' before a gift leaves the registry (spec §8). */
export function RemoveDialog({ gift, back, answer }: DialogProps) {
  const busy = useNavigation().state === 'submitting'
  return (
    <PageDialog labelledBy="remove-title" back={back}>
      <Form method="post" className="flex flex-col gap-4" preventScrollReset>
        <h2 id="remove-title" className="text-2xl">
          {m.gift_remove_title()}
        </h2>
        <p>{m.gift_remove_text()}</p>
        <p className="font-semibold">{gift.name}</p>
        {answer && <Notice tone="alert">{refusalWords(answer.code)}</Notice>}
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="gift_id" value={gift.id} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" kind="danger" busy={busy}>
            {m.gift_remove()}
          </Button>
          <ButtonLink to={back} kind="outline" preventScrollReset>
            {m.ui_cancel()}
          </ButtonLink>
        </div>
      </Form>
    </PageDialog>
  )
}
