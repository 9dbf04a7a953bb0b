import type { AdminStatus } from '../operations'
import { number, usd } from '../parts/format'
import { Table } from '../parts/table'
import { told, words } from '../parts/words'

/** Remote models since the start: how much is asked of them, what fails, what it costs. */
export function Providers({ providers }: Pick<AdminStatus, 'providers'>) {
  const { providers: said } = words.admin
  return (
    <section class="card">
      <h2>{said.heading}</h2>
      {providers.length === 0 ? (
        <p class="soft">{said.none}</p>
      ) : (
        <Table
          heads={[said.provider, said.models, said.calls, said.failures, said.tokens, said.cost]}
          rows={providers.map((one) => [one.id, cellsOf(one)])}
        />
      )}
    </section>
  )
}

function cellsOf(provider: AdminStatus['providers'][number]) {
  const { providers: said } = words.admin
  const { ok = 0, ...bad } = provider.outcomes
  const failures = Object.values(bad).reduce((all, count) => all + count, 0)
  const kinds = Object.entries(bad).map(([outcome, count]) => `${outcome} ${number(count)}`)
  return [
    <>
      {provider.id} <span class="soft">{provider.adapter}</span>{' '}
      {provider.paused && (
        <span class="badge" data-state="failed">
          {said.paused}
        </span>
      )}
    </>,
    provider.models.join(', '),
    <>
      {number(ok + failures)}{' '}
      {provider.open + provider.waiting > 0 && (
        <span class="soft">{told(said.load, provider.open, provider.waiting)}</span>
      )}
    </>,
    <>
      {number(failures)} {kinds.length > 0 && <span class="soft">{kinds.join(', ')}</span>}
    </>,
    told(said.inOut, number(provider.input_tokens), number(provider.output_tokens)),
    usd(provider.cost_usd),
  ]
}
