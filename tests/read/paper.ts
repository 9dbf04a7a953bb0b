/** The paper that every PDF fixture sets: what must come back, paragraph by paragraph, whatever its shape. */
export interface Section {
  level: 1 | 2
  title: string
  paragraphs: string[]
  figure?: { caption: string; labels: string[] }
}

export const TITLE = 'Tracing Sediment Plumes with Sparse Moorings'
export const AUTHORS = 'Ida Holm and Per Vester'
export const RUNNING_HEAD = 'Holm and Vester: Tracing Sediment Plumes'

export const ABSTRACT =
  'Coastal works stir up plumes that drift for days. We show that a handful of moorings, a coarse current model and a particle filter are sufficient to trace them, and we report errors below two hundred metres on three estuaries.'

export const SECTIONS: readonly Section[] = [
  {
    level: 1,
    title: 'Introduction',
    paragraphs: [
      'Dredging, piling and cable laying lift fine sediment into the water column. Regulators ask where that material goes, yet satellites see only the surface and only under clear skies, while ship surveys are expensive and brief.',
      'Fixed moorings measure turbidity continuously but at a few points. The difficulty is to turn such sparse series into a field that is trustworthy between the instruments. Earlier attempts interpolated in space and ignored the flow altogether, which flattens every front.',
      'We take the flow seriously instead. Our contribution is a workflow that is efficient enough for a laptop and that states its own uncertainty at every grid cell.',
    ],
  },
  {
    level: 1,
    title: 'Related Work',
    paragraphs: [
      'Kriging of turbidity is common practice in the offshore industry. Variational assimilation performs better but needs an adjoint of the transport model, which few agencies maintain.',
      'Particle methods were first applied to oil slicks. Their use for suspended matter is recent, and state-of-the-art systems still rely on dense remote sensing as the source of observations.',
    ],
  },
  {
    level: 1,
    title: 'Methods',
    paragraphs: [
      'The workflow has four steps, and each step writes its result to disk so that a failed run can be resumed from the last good state without repeating the simulation.',
    ],
  },
  {
    level: 2,
    title: 'Preprocessing of the mooring series',
    paragraphs: [
      'Raw turbidity counts are calibrated with water samples taken at deployment and recovery. Spikes caused by fish and floating weed are removed with a running median, and short gaps are filled by linear interpolation.',
      'The calibrated series is resampled to ten-minute means. Every mean carries the standard deviation of its raw values, because the filter described below weighs each observation by its own noise rather than by a single figure.',
    ],
    figure: {
      caption:
        'Figure 1: The workflow from raw counts to the probability map. Boxes are programs, arrows are files.',
      labels: ['Moorings', 'Calibrate', 'Filter', 'Map'],
    },
  },
  {
    level: 2,
    title: 'Transport by the current model',
    paragraphs: [
      'A depth-averaged current model runs on an unstructured mesh with cells of sixty to four hundred metres. Tides enter at the open boundary, wind stress is taken from the regional forecast, and river discharge is read from two gauges.',
      'Particles are released at the works and advected with a fourth-order Runge-Kutta scheme. Settling follows a size-dependent velocity, and turbulent diffusion is added as a random walk whose step is scaled by the local eddy diffusivity.',
    ],
  },
  {
    level: 2,
    title: 'Assimilation with a particle filter',
    paragraphs: [
      'At each observation time the filter compares the concentration predicted at every mooring with the calibrated mean. Particles are reweighted by a Gaussian likelihood, and systematic resampling is triggered when the effective sample size falls below one half.',
      'Resampled particles are jittered to avoid collapse. The final map is the share of weighted particles that pass through each cell, together with an interval obtained from sixty-four bootstrap replicates of the filter.',
    ],
  },
  {
    level: 1,
    title: 'Results',
    paragraphs: [
      'Across three estuaries the median distance between the predicted and the surveyed plume axis was one hundred and sixty metres. Interpolation without the flow reached four hundred and ten metres on the same surveys.',
      'The interval covered the surveyed concentration in ninety-one of one hundred transects, close to the nominal level. Runs took eleven minutes on an office computer.',
    ],
  },
  {
    level: 1,
    title: 'Conclusion',
    paragraphs: [
      'Sparse moorings suffice when the flow is modelled. Future work will add optical size classes and a shared archive of calibrated series for other coasts.',
    ],
  },
]

export const ACKNOWLEDGEMENTS = 'We thank the crew of the harbour launch for patient sampling.'

export const REFERENCES = [
  'A. Lind. Turbidity mapping by kriging. Coastal Notes, 12(3):45-61, 2011.',
  'B. Okoro and C. Zhang. Particle filters for surface slicks. Ocean Computing, 8:101-119, 2016.',
  'D. Ferreira. Unstructured meshes for estuaries. Hydraulics Letters, 29(1):7-20, 2019.',
]
