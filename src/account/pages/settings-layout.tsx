import type { ReactNode } from 'react'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { ButtonLink } from '../../ui/form/button.tsx'
import { Tab, Tabs } from '../../ui/list/tabs.tsx'
import { Page } from '../../ui/page/page.tsx'

export function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <Page title={m.common_settings()} width="text">
      <Tabs label={m.common_settings()}>
        <Tab to={paths.settings} end>
          {m.account_settings_details()}
        </Tab>
        <Tab to={paths.settingsPassword}>{m.common_change_password()}</Tab>
      </Tabs>
      <div className="mt-8">{children}</div>
    </Page>
  )
}

export function SettingsSection(props: { title: string; lead: string; children: ReactNode }) {
  return (
    <section className="mt-12 border-t border-line pt-8">
      <h2 className="text-2xl leading-tight">{props.title}</h2>
      <div className="mt-4 flex flex-col gap-4">
        <p className="text-soft">{props.lead}</p>
        {props.children}
      </div>
    </section>
  )
}

/** A section that only leads to a page of its own. */
export function SettingsLink(props: { title: string; lead: string; to: string; label: string }) {
  const { to, label, ...section } = props
  return (
    <SettingsSection {...section}>
      <ButtonLink to={to} kind="outline" className="self-start">
        {label}
      </ButtonLink>
    </SettingsSection>
  )
}

/** Beside the button of a form that the settings lead to. */
export function BackToSettings() {
  return (
    <ButtonLink to={paths.settings} size="large" kind="outline">
      {m.ui_cancel()}
    </ButtonLink>
  )
}
