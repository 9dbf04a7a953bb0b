import { render } from 'preact'
import { FigurePage } from '../figure/page'
import { Reopen } from '../studio/reopen'

render(<FigurePage way={(job) => <Reopen job={job} />} />, document.body)
