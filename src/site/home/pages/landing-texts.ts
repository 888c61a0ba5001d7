import { m } from '../../../paraglide/messages.js'
import type { LandingEventType } from '../../content/rules.ts'

interface LandingWords {
  title: () => string
  lead: () => string
  text: () => string
}

/** What each event type's own page says. */
export const landingTexts: Record<LandingEventType, LandingWords> = {
  wedding: {
    title: m.site_landing_wedding,
    lead: m.site_landing_wedding_lead,
    text: m.site_landing_wedding_text,
  },
  baptism: {
    title: m.site_landing_baptism,
    lead: m.site_landing_baptism_lead,
    text: m.site_landing_baptism_text,
  },
  'baby-shower': {
    title: m.site_landing_baby_shower,
    lead: m.site_landing_baby_shower_lead,
    text: m.site_landing_baby_shower_text,
  },
  birthday: {
    title: m.site_landing_birthday,
    lead: m.site_landing_birthday_lead,
    text: m.site_landing_birthday_text,
  },
  'student-life': {
    title: m.site_landing_student_life,
    lead: m.site_landing_student_life_lead,
    text: m.site_landing_student_life_text,
  },
  'lets-event': {
    title: m.site_landing_lets_event,
    lead: m.site_landing_lets_event_lead,
    text: m.site_landing_lets_event_text,
  },
  'group-activity': {
    title: m.site_landing_group_activity,
    lead: m.site_landing_group_activity_lead,
    text: m.site_landing_group_activity_text,
  },
  other: {
    title: m.site_landing_other,
    lead: m.site_landing_other_lead,
    text: m.site_landing_other_text,
  },
}
