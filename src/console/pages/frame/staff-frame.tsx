import type { ComponentProps, ReactNode } from 'react'
import { useLocation } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Button, ButtonLink } from '../../../ui/form/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { BackIcon } from '../../../ui/media/icons.tsx'
import { Link, linkClasses } from '../../../ui/page/link.tsx'
import { Moment } from './staff-text.tsx'

export function StaffPage(props: {
  title: ReactNode
  lead?: ReactNode
  /** A link above the title. */
  back?: { to: string; label: string } | null
  /** Right of the title: links and small actions. */
  aside?: ReactNode
  children: ReactNode
}) {
  const { title, lead, back, aside, children } = props
  return (
    <div className="pt-6">
      {back && <BackLink {...back} />}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-2xl wrap-anywhere">{title}</h1>
          {lead && <p className="mt-1.5 max-w-3xl text-soft">{lead}</p>}
        </div>
        {aside}
      </div>
      <div className="mt-5 flex flex-col gap-6">{children}</div>
    </div>
  )
}

function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <p className="no-print -mt-2 mb-1 text-sm">
      <Link to={to} className="inline-flex min-h-11 items-center gap-1 md:min-h-8">
        <BackIcon />
        <span className={linkClasses.text}>{label}</span>
      </Link>
    </p>
  )
}

/** A part of a console page with a heading, to which links lead by its id. */
export function StaffSection({ title, id, children }: { title: string; id: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="border-t border-line pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="scroll-mt-4 text-xl">
          {title}
        </h2>
      </div>
      <div className="mt-2">{children}</div>
    </section>
  )
}

/** A form of the console with its button, which shows that it is being sent; the form is called as its button is. */
export function StaffForm(
  props: ComponentProps<typeof Form> & {
    submit: string
    label?: string
    button?: Omit<ComponentProps<typeof Button>, 'children'>
  },
) {
  const { submit, label = submit, button, children, ...form } = props
  const isBusy = useIsSubmitting()
  return (
    <Form method="post" aria-label={label} className="flex max-w-2xl flex-col gap-3" {...form}>
      {children}
      <Button type="submit" kind="outline" busy={isBusy} className="self-start" {...button}>
        {submit}
      </Button>
    </Form>
  )
}

export type Fact = readonly [label: string, value: ReactNode | Date]

const factRows = {
  list: 'grid content-start text-sm',
  fact: 'flex gap-4 border-b border-line py-1.5',
  label: 'w-40 shrink-0 text-soft',
  value: 'min-w-0 wrap-anywhere',
}

/** The facts of a detail, in rows unless it has another look; those that are null or false are left out. */
export function StaffFacts(props: { facts: Fact[]; label?: string; look?: Partial<typeof factRows> }) {
  const { facts, label: name, look = factRows } = props
  const shown = facts.filter(([, value]) => value !== null && value !== false)
  return (
    <dl aria-label={name} className={look.list}>
      {shown.map(([label, value]) => (
        <div key={label} className={look.fact}>
          <dt className={look.label}>{label}</dt>
          <dd className={look.value}>{value instanceof Date ? <Moment at={value} /> : value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Links to the next page of a list with a cursor, and back to the first. */
export function CursorPager(props: {
  next: string | number | null
  name?: string
  /** Whether this is not the first page, where the cursor alone doesn't say so. */
  isLater?: boolean
  /** Other fields of the query by which a page is chosen. */
  others?: string[]
}) {
  const { next, name = 'before', others = [] } = props
  const { pathname, search } = useLocation()
  const isLater = props.isLater ?? new URLSearchParams(search).has(name)
  // The rest of the query is kept.
  const pathOf = (cursor: string | number | null): string => {
    const query = new URLSearchParams(search)
    for (const one of [name, 'lang', ...others]) query.delete(one)
    if (cursor !== null) query.set(name, String(cursor))
    return query.size > 0 ? `${pathname}?${query}` : pathname
  }
  if (next === null && !isLater) return null
  return (
    <nav aria-label={m.ui_pages()} className="mt-3 flex flex-wrap gap-3">
      {isLater && (
        <ButtonLink to={pathOf(null)} kind="outline" size="small">
          {m.staff_first_lines()}
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink to={pathOf(next)} rel="next" kind="outline" size="small">
          {m.staff_older_lines()}
        </ButtonLink>
      )}
    </nav>
  )
}
