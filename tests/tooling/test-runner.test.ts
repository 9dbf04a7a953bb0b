import { describe, expect, test } from 'bun:test'
import { judge, readCounts } from '../../scripts/test'

const report = (attributes: string) =>
  `<?xml version="1.0"?>\n<testsuites name="bun test" ${attributes} time="1">\n</testsuites>`

describe('the verdict over a test run', () => {
  test('counts what passed, failed and was skipped', () => {
    const counts = readCounts(report('tests="10" assertions="99" failures="2" skipped="3"'))
    expect(judge(counts, 1)).toEqual({ fault: '2 failed', line: '5 passed, 2 failed, 3 skipped' })
  })

  test('a clean run has no fault', () => {
    const counts = readCounts(report('tests="4" assertions="9" failures="0" skipped="0"'))
    expect(judge(counts, 0)).toEqual({ fault: null, line: '4 passed, 0 failed' })
  })

  test('a run without a report is no success, whatever it exited with', () => {
    expect(judge(readCounts(''), 0).line).toBe('0 passed, 1 failed')
    expect(judge(null, 0).fault).toContain('no report')
  })

  test('no test at all, or an exit code without a failed test, is no success', () => {
    expect(judge({ passed: 0, failed: 0, skipped: 2 }, 0).fault).toBe('no test ran')
    const broken = judge({ passed: 7, failed: 0, skipped: 0 }, 1)
    expect(broken).toEqual({ fault: 'bun test exited with 1', line: '7 passed, 1 failed' })
  })
})
