import { useSearchParams } from 'react-router'
import { dayInAthens } from '../../base/dates.ts'
import { paths } from '../../base/paths.ts'
import { keepNamesTogether, longestWordLength } from '../../base/text.ts'
import { m } from '../../paraglide/messages.js'
import { Button, ButtonLink } from '../../ui/form/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { formAction } from '../../ui/form/form-action.ts'
import { useIsSubmitting } from '../../ui/form/submission.ts'
import { EmptyState } from '../../ui/list/list-parts.tsx'
import { Pager, pageNumberPath } from '../../ui/list/pager.tsx'
import { ChevronIcon } from '../../ui/media/icons.tsx'
import { DropdownMenu } from '../../ui/overlay/dropdown-menu.tsx'
import { PageDialog } from '../../ui/overlay/page-dialog.tsx'
import { Link, linkClasses } from '../../ui/page/link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { errorText, type PageError } from '../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../ui/page/page-meta.ts'
import { requireCustomer } from '../../ui/page/require-customer.ts'
import { classNames } from '../../ui/style/class-names.ts'
import { DotSeparated, Notice } from '../../ui/text/facts.tsx'
import { DayText } from '../../ui/text/formatted-text.tsx'
import { deleteRegistry, listMyRegistries, type RegistryView } from '../registry.contract.ts'
import { registryState } from '../registry.rules.ts'
import type { Route } from './+types/my-registries-page'
import { useDoneMessage } from './done-message.ts'
import { GivingProgress } from './giving-progress.tsx'
import { EventPhoto } from './photo/event-photo.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  requireCustomer(ctx, request)
  const { call, language, site } = ctx
  const page = new URL(request.url).searchParams.get('page') ?? '1'
  const { data: registries, meta } = await call(listMyRegistries, { page })
  const today = dayInAthens(new Date())
  const states = Object.fromEntries(
    registries.map(({ id, end_date }) => [id, registryState({ closing_day: end_date }, today)]),
  )
  return { registries, states, meta, language, site }
}

export const action = formAction(deleteRegistry, {
  isForCustomers: true,
  to: () => `${paths.myRegistries}?done=deleted`,
})

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const title = m.common_my_registries()
  return buildPageMeta({ ...loaderData, title, path: paths.myRegistries, noindex: true })
}

export default function MyRegistriesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { registries, states, meta } = loaderData
  const done = useDoneMessage({ deleted: m.registry_deleted })
  const [query] = useSearchParams()
  const registryToDelete = registries.find(({ id, is_owner }) => is_owner && id === query.get('delete'))
  if (registries.length === 0) return <NoRegistries done={done} />
  return (
    <Page
      title={m.common_my_registries()}
      aside={<ButtonLink to={paths.createRegistry()}>{m.registry_create_title()}</ButtonLink>}
    >
      {done && <DoneNotice message={done} />}
      <ul className={classNames('grid gap-6', registries.length > 1 && 'lg:grid-cols-2')}>
        {registries.map(registry => (
          <RegistryCard
            key={registry.id}
            registry={registry}
            page={meta.page}
            state={states[registry.id] ?? 'open'}
          />
        ))}
      </ul>
      <Pager meta={meta} />
      {registryToDelete && (
        <DeleteDialog
          registry={registryToDelete}
          back={pageNumberPath(paths.myRegistries, '', meta.page)}
          error={actionData?.refused}
        />
      )}
    </Page>
  )
}

function DoneNotice({ message }: { message: string }) {
  return (
    <div className="mb-6 js:hidden">
      <Notice tone="done" title={message} />
    </div>
  )
}

function NoRegistries({ done }: { done: string | null }) {
  return (
    <Page title={m.common_my_registries()}>
      {done && <DoneNotice message={done} />}
      <EmptyState
        title={m.registry_mine_empty()}
        tone="rose"
        action={<ButtonLink to={paths.createRegistry()}>{m.registry_create_title()}</ButtonLink>}
      >
        {m.registry_mine_empty_text()}
      </EmptyState>
    </Page>
  )
}

/** Error code → the page where a host can settle what keeps a registry from being deleted. */
const solutions: Record<string, { to: (id: string) => string; label: () => string }> = {
  registry_has_money: { to: paths.collectedGiftCards, label: m.giftcard_title },
  registry_is_secret: { to: paths.registryGifts, label: m.common_gifts_received },
}

/** Asks before a registry is deleted (R229); if it can't be, links to what prevents it. */
function DeleteDialog(props: { registry: RegistryView; back: string; error: PageError | undefined }) {
  const { registry, back, error } = props
  const isBusy = useIsSubmitting()
  const solution = error && solutions[error.code]
  return (
    <PageDialog labelledBy="delete-title" back={back}>
      <div className="flex flex-col gap-4">
        <h2 id="delete-title" className="text-2xl">
          {m.common_are_you_sure()}
        </h2>
        <p>{m.registry_delete_text({ name: registry.registry_name })}</p>
        {error && <Notice tone="alert">{errorText(error)}</Notice>}
        <Form role="presentation" method="post" className="dialog-actions">
          <input type="hidden" name="registry_id" value={registry.id} />
          {solution ? (
            <ButtonLink to={solution.to(registry.id)}>{solution.label()}</ButtonLink>
          ) : (
            <Button type="submit" kind="danger" busy={isBusy}>
              {m.common_ok()}
            </Button>
          )}
          <ButtonLink to={back} kind="outline" preventScrollReset>
            {m.ui_cancel()}
          </ButtonLink>
        </Form>
      </div>
    </PageDialog>
  )
}

interface CardProps {
  registry: RegistryView
  /** The page of the list that it stands on. */
  page: number
  state: ReturnType<typeof registryState>
}

/** A longer word would be cut in the narrow card of a phone. */
const nameSize = (name: string) => (longestWordLength(name) > 16 ? 'text-base' : 'text-xl')

function RegistryCard({ registry, page, state }: CardProps) {
  const { id, items, gift_cards, givers } = registry
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] grid-rows-[1fr_auto] gap-x-5 gap-y-4 rounded-tile border border-line bg-card p-5 max-sm:p-4">
      <div className="sm:row-span-2">
        <EventPhoto type={registry.type_info} photo={registry.portrait} />
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <div>
          <p className="text-sm font-semibold text-pomegranate">
            <DotSeparated facts={[registry.name, <DayText key="day" day={registry.registry_date} />]} />
          </p>
          <h2 className={`${nameSize(registry.registry_name)} leading-tight sm:text-2xl`}>
            <Link to={paths.registry(id)} className="target wrap-anywhere hover:underline">
              {keepNamesTogether(registry.registry_name)}
            </Link>
          </h2>
          <RegistryStatus registry={registry} state={state} />
        </div>
        {registry.secret ? (
          <p className="text-sm text-soft">{m.surprise_head()}</p>
        ) : items + gift_cards + givers > 0 ? (
          <div>
            <GivingProgress counts={registry} />
          </div>
        ) : (
          <p className="text-sm text-soft">{m.registry_mine_no_gifts()}</p>
        )}
      </div>
      <CardActions registry={registry} page={page} />
    </li>
  )
}

function RegistryStatus({ registry, state }: Omit<CardProps, 'page'>) {
  return (
    <p className="mt-1 text-sm text-soft">
      <span className={`font-semibold ${stateColours[state]}`}>
        {stateLabels[state]()}
        {state === 'closing' && (
          <>
            {' '}
            <DayText day={registry.end_date} />
          </>
        )}
      </span>
      &nbsp;· {privacyLabels[registry.registry_status]()}
      {!registry.is_owner &&
        `\u00a0· ${m.hosting_mine_co_host({ hosts: registry.type_info.host_kind ?? 'hosts' })}`}
    </p>
  )
}

const stateColours = { open: 'text-olive', closing: 'text-pomegranate', closed: '' }
const stateLabels = {
  open: m.registry_state_open,
  closing: m.hosting_state_closing,
  closed: m.registry_state_closed,
}

const privacyLabels = {
  public: m.registry_privacy_public,
  shareable: m.registry_privacy_shareable,
  private: m.registry_privacy_private,
}

/** So that both fit in one row on the narrowest phones. */
const narrowText = 'max-[23rem]:px-3 max-[23rem]:text-[0.9375rem]'

/** The next step as a button, and all others in a menu. */
function CardActions({ registry: { id, open, is_owner }, page }: Omit<CardProps, 'state'>) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 max-sm:col-span-2 max-sm:gap-x-3">
      {open ? (
        <ButtonLink to={paths.addGifts(id)} kind="outline" size="small" className={narrowText}>
          {m.common_add_gifts()}
        </ButtonLink>
      ) : (
        <ButtonLink to={paths.registryGifts(id)} kind="outline" size="small" className={narrowText}>
          {m.common_gifts_received()}
        </ButtonLink>
      )}
      <DropdownMenu
        summary={
          <>
            {m.common_more()} <ChevronIcon />
          </>
        }
        className="relative"
        summaryClass={`inline-flex min-h-(--low) cursor-pointer list-none items-center gap-2 font-semibold max-[23rem]:text-[0.9375rem] ${linkClasses.text}`}
        panelClass="absolute left-0 z-30 mt-2 w-64 rounded-tile border border-line bg-card p-2 shadow-[0_16px_50px_rgb(35_38_45/0.2)]"
      >
        <ul>
          <CardLink to={paths.editRegistry(id)}>{m.registry_mine_edit()}</CardLink>
          <CardLink to={paths.manageGifts(id)}>{m.gift_manage_title()}</CardLink>
          {open && <CardLink to={paths.registryGifts(id)}>{m.common_gifts_received()}</CardLink>}
          <CardLink to={paths.registry(id)}>{m.registry_mine_view()}</CardLink>
          {is_owner && (
            <CardLink to={pageNumberPath(paths.myRegistries, '', page, { delete: id })} ends>
              {m.registry_mine_delete()}
            </CardLink>
          )}
        </ul>
      </DropdownMenu>
    </div>
  )
}

/** `ends`: deletes the registry, so it is set apart. */
function CardLink({ to, ends = false, children }: { to: string; ends?: boolean; children: string }) {
  return (
    <li className={ends ? 'mt-1 border-t border-line pt-1' : undefined}>
      <Link
        to={to}
        className={classNames(
          'block min-h-11 content-center rounded-field px-3 hover:bg-sand',
          ends && 'text-pomegranate',
        )}
        preventScrollReset={to.includes('?')}
      >
        {children}
      </Link>
    </li>
  )
}
