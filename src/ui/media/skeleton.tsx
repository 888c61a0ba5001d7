import { classNames } from '../style/class-names.ts'

/** Stands in for what is still loading, in its final shape. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={classNames('animate-[shimmer_1.6s_ease-in-out_infinite] rounded-tile bg-track', className)}
    />
  )
}
