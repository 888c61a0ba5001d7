import { classNames } from '../style/class-names.ts'

/** The shop's own text, HTML that the server has sanitised (sanitizeShopHtml). */
export function ShopHtml({ html, className }: { html: string; className?: string }) {
  return <div className={classNames('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />
}
