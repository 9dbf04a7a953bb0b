/** Graphs of 10 to 25 nodes as authors of papers in many fields write them, with groups, loops, twins and line breaks. */
export const REALISTIC: Readonly<Record<string, string>> = {
  consort: `flowchart TD
    A["Assessed for eligibility<br/>(n = 1 204)"] --> X["Excluded (n = 388)<br/>Not meeting criteria (n = 301)<br/>Declined (n = 87)"]
    A --> R["Randomised<br/>(n = 816)"]
    subgraph S1[Statin arm]
      B["Allocated (n = 408)<br/>Received (n = 399)"] --> C["Lost to follow-up (n = 21)"] --> D["Analysed (n = 387)"]
    end
    subgraph S2[Placebo arm]
      E["Allocated (n = 408)<br/>Received (n = 402)"] --> F["Lost to follow-up (n = 18)"] --> G["Analysed (n = 390)"]
    end
    R -->|1:1| B
    R -->|1:1| E
    D --> P[Primary outcome]
    G --> P
    D -.-> Q[Adverse events]
    G -.-> Q`,
  gan: `flowchart LR
    Z((z)) --> G1
    subgraph gen[Generator]
      G1[Dense 4x4x512] --> G2[Upsample 8x8] --> G3[Upsample 16x16] --> G4[To RGB]
    end
    subgraph dis[Discriminator]
      D1[From RGB] --> D2[Downsample 8x8] --> D3[Downsample 4x4] --> D4[Dense 1]
    end
    X[(Training images)] --> D1
    G4 -->|fake| D1
    D4 --> L{{Adversarial loss}}
    L -.->|gradient| G1
    L -.->|gradient| D1`,
  hospitals: `flowchart TD
    subgraph H1[Hospital A]
      A1[(Records)] --> A2[Local model] --> A3[Masked update]
    end
    subgraph H2[Hospital B]
      B1[(Records)] --> B2[Local model] --> B3[Masked update]
    end
    subgraph H3[Hospital C]
      C1[(Records)] --> C2[Local model] --> C3[Masked update]
    end
    A3 --> S[Secure aggregation]
    B3 --> S
    C3 --> S
    S --> G[Global model]
    G --> T[Held-out test site]
    T --> K{AUC above 0.85?}
    K -->|yes| R[Release]
    K -->|no| S`,
  critics: `flowchart LR
    O[Observation] --> E[Encoder<br/>3 x conv]
    E --> P[Policy head]
    E --> Q1[Critic 1]
    E --> Q2[Critic 2]
    P --> A[Action]
    Q1 --> M[Minimum]
    Q2 --> M
    A --> V[Environment]
    V --> B[(Replay buffer)]
    B --> O
    M --> T[Target value]
    T --> L[Bellman loss]
    B --> L
    L -.-> Q1
    L -.-> Q2`,
  climate: `flowchart TB
    subgraph forcing[Forcing]
      F1[Solar irradiance]
      F2[Greenhouse gases]
      F3[Aerosols]
    end
    subgraph model[Earth system model]
      M1[Atmosphere] <--> M2[Ocean]
      M1 <--> M3[Land surface]
      M2 <--> M4[Sea ice]
    end
    F1 --> M1
    F2 --> M1
    F3 --> M1
    M1 --> O1[Temperature]
    M2 --> O2[Sea level]
    M4 --> O3[Ice extent]
    O1 --> I[Impact models]
    O2 --> I
    O3 --> I
    I --> D[Damage estimates]`,
  singlecell: `digraph pipeline {
    rankdir=LR;
    fastq [label="FASTQ files"]; star [label="STARsolo\\nalignment"]; soup [label="Ambient RNA\\nremoval"];
    doublet [label="Doublet\\ndetection"]; qc [label="Cell filter", shape=diamond]; norm [label="Normalisation"];
    hvg [label="Variable genes"]; pca [label="PCA"]; harmony [label="Batch correction"]; knn [label="Neighbour graph"];
    leiden [label="Leiden clusters"]; umap [label="UMAP"]; markers [label="Marker genes"]; anno [label="Cell types"];
    fastq -> star -> soup -> qc; star -> doublet -> qc; qc -> norm [label="pass"]; norm -> hvg -> pca -> harmony -> knn;
    knn -> leiden; knn -> umap; leiden -> markers -> anno; umap -> anno;
  }`,
  seismic: `flowchart LR
    subgraph field[Field acquisition]
      A[Geophones] --> B[Digitiser]
      C[GPS clock] --> B
    end
    subgraph proc[Processing]
      D[Deconvolution] --> E[Velocity analysis] --> F[Stacking] --> G[Migration]
      E --> G
    end
    subgraph interp[Interpretation]
      H[Horizon picking] --> I[Fault map]
      H --> J[Depth conversion]
    end
    B --> D
    G --> H
    J -->|velocity update| E
    K[(Well logs)] --> J
    I --> L[Prospect ranking]
    J --> L`,
  services: `Browser -> API gateway
    API gateway -> Identity
    API gateway -> Orders
    API gateway -> Stock
    Orders -> Orders database
    Stock -> Stock database
    Orders -> Payments
    Payments -> Ledger
    Payments -> Card network
    Orders -> Event bus
    Stock -> Event bus
    Payments -> Event bus
    Event bus -> Mailer`,
  crispr: `flowchart TD
    A[Guide design<br/>4 guides per gene] --> B[Oligo synthesis]
    B --> C[Lentiviral library]
    C --> D[Transduce cells<br/>MOI 0.3]
    D --> E{Selection}
    E -->|drug| F1[Treated, day 7]
    E -->|vehicle| F2[Control, day 7]
    F1 --> G1[Treated, day 14]
    F2 --> G2[Control, day 14]
    G1 --> H1[Genomic DNA]
    G2 --> H2[Genomic DNA]
    H1 --> S[Sequencing]
    H2 --> S
    S --> K[MAGeCK score]
    K --> L[Resistance hits]
    K --> M[Sensitiser hits]
    L --> V[Validation]
    M --> V`,
  transformer: `flowchart BT
    subgraph enc[Encoder x 6]
      E1[Self-attention] --> E2[Add and norm] --> E3[Feed-forward] --> E4[Add and norm]
      E1 -.->|residual| E2
    end
    subgraph dec[Decoder x 6]
      D1[Masked attention] --> D2[Add and norm] --> D3[Cross-attention] --> D4[Add and norm] --> D5[Feed-forward] --> D6[Add and norm]
    end
    I[Input embedding] --> E1
    O[Output embedding] --> D1
    PE((PE)) --> I
    PE --> O
    E4 -->|keys, values| D3
    D6 --> L[Linear] --> S[Softmax]`,
  incident: `flowchart TD
    A([Alert]) --> B{Real incident?}
    B -->|no| C[Tune the rule]
    C --> Z([Closed])
    B -->|yes| D[Assign severity]
    D --> E{Severity 1?}
    E -->|yes| F[Page the lead]
    E -->|no| G[Queue for on-call]
    F --> H[Open war room]
    G --> I[Diagnose]
    H --> I
    I --> J{Fix known?}
    J -->|yes| K[Apply fix]
    J -->|no| L[Escalate to vendor]
    L --> I
    K --> M[Verify]
    M -->|still failing| I
    M -->|resolved| N[Post-mortem]
    N --> Z`,
  multimodal: `flowchart LR
    subgraph text[Text branch]
      T1[Clinical notes] --> T2[Tokeniser] --> T3[Language model]
    end
    subgraph image[Image branch]
      I1[Chest radiograph] --> I2[Patches] --> I3[Vision model]
    end
    subgraph lab[Laboratory branch]
      L1[Blood values] --> L2[Imputation] --> L3[Tabular model]
    end
    T3 --> F[Gated fusion]
    I3 --> F
    L3 --> F
    F --> H1[Mortality]
    F --> H2[Length of stay]
    F --> H3[Readmission]
    classDef out fill:#ffe0b2,stroke:#e65100
    class H1,H2,H3 out
    I3 ==> H1`,
  control: `flowchart LR
    R((ref)) --> S1((+))
    S1 --> C[[PI controller]]
    C --> S2((+))
    FF[Feed-forward] --> S2
    R --> FF
    S2 --> A[Actuator]
    A --> P[Plant]
    W[/Disturbance/] --> P
    P --> Y[Output]
    P --> M[Sensor]
    M --> K[Kalman filter]
    K -->|estimate| S1
    K --> D{{Fault detector}}
    D -.->|fault| C`,
  ecology: `Phytoplankton -> Zooplankton -> Small fish -> Seal -> Orca
    Kelp -> Sea urchin -> Sea otter
    Kelp -> Abalone -> Sea otter
    Sea urchin -> Crab -> Sea otter -> Orca
    Small fish -> Gull
    Crab -> Gull`,
  registry: `flowchart TD
    subgraph sources[Sources]
      A[Hospital discharge]
      B[Prescriptions]
      C[Mortality register]
    end
    subgraph link[Linkage]
      D[Pseudonymise] --> E[Probabilistic match]
      E --> F{Score above 0.9?}
      F -->|no| G[Manual review]
      G --> E
    end
    sources --> D
    F -->|yes| H[(Linked cohort<br/>2.1 million)]
    subgraph analysis[Analysis]
      I[Exposure] --> K[Cox model]
      J[Confounders] --> K
      K --> L[Hazard ratios]
    end
    H --> I
    H --> J
    K --> M[Sensitivity analyses]`,
  llm: `flowchart LR
    Q([Question]) --> R{Router}
    R -->|simple| A1[Small model]
    R -->|complex| P[Planner]
    P --> T1[Search tool]
    P --> T2[Code tool]
    P --> T3[Table tool]
    T1 --> W[Working memory]
    T2 --> W
    T3 --> W
    W --> A2[Large model]
    A2 --> V[Verifier]
    V -->|revise| P
    V -->|accept| O([Answer])
    A1 --> O`,
  epidemic: `flowchart LR
    subgraph young[Under 20]
      S1[Susceptible] -->|infection| E1[Exposed] --> I1[Infectious]
      I1 --> H1[Hospital]
      I1 --> R1[Recovered]
      H1 --> R1
      H1 --> D1[Dead]
    end
    subgraph adult[20 to 64]
      S2[Susceptible] -->|infection| E2[Exposed] --> I2[Infectious]
      I2 --> H2[Hospital]
      I2 --> R2[Recovered]
      H2 --> R2
      H2 --> D2[Dead]
    end
    subgraph old[65 and over]
      S3[Susceptible] -->|infection| E3[Exposed] --> I3[Infectious]
      I3 --> H3[Hospital]
      I3 --> R3[Recovered]
      H3 --> R3
      H3 --> D3[Dead]
    end
    V[Vaccination campaign] -.-> S1
    V -.-> S2
    V -.-> S3`,
  compiler: `flowchart TD
    SRC[Source file] --> LEX[Lexer]
    subgraph front[Front end]
      LEX --> PAR[Parser]
      PAR --> SEM[Type checker]
      SYM[(Symbol table)] <--> PAR
      SYM <--> SEM
    end
    SEM --> IR[Intermediate<br/>representation]
    subgraph opt[Optimiser]
      INL[Inlining] --> GVN[Value numbering]
      GVN --> LICM[Loop motion]
      LICM --> DCE[Dead code]
      DCE -->|until fixed| INL
      AA[Alias analysis] --> GVN
      AA --> LICM
    end
    IR --> INL
    IR --> AA
    subgraph back[Back ends]
      X86[x86-64]
      ARM[AArch64]
      WASM[WebAssembly]
    end
    DCE --> X86
    DCE --> ARM
    DCE --> WASM
    X86 --> LNK[Linker]
    ARM --> LNK
    WASM --> PKG[Module]
    LIB[(Libraries)] --> LNK
    PROF[Profile] -.-> INL`,
  proteomics: `digraph proteomics {
    rankdir=TB;
    tissue [label="Tumour tissue"]; normal [label="Adjacent tissue"]; lysis [label="Lysis"]; digest [label="Tryptic digestion"];
    tmt [label="TMT labelling\\n16-plex"]; frac [label="Fractionation"]; phos [label="Phospho-enrichment"]; ms1 [label="LC-MS/MS"];
    ms2 [label="LC-MS/MS"]; search [label="Database search"]; fdr [label="FDR < 1 %", shape=diamond]; prot [label="Protein matrix"];
    site [label="Phosphosite matrix"]; norm1 [label="Normalisation"]; norm2 [label="Normalisation"]; kin [label="Kinase activity"];
    path [label="Pathway scores"]; net [label="Signalling network"]; drug [label="Drug targets"]; rna [label="RNA-seq", shape=cylinder];
    tissue -> lysis; normal -> lysis; lysis -> digest -> tmt; tmt -> frac -> ms1; tmt -> phos -> ms2; ms1 -> search; ms2 -> search;
    search -> fdr; fdr -> prot; fdr -> site; prot -> norm1 -> path; site -> norm2 -> kin; path -> net; kin -> net; net -> drug;
    rna -> path; rna -> net; prot -> kin;
  }`,
  autonomy: `flowchart LR
    subgraph sense[Sensing]
      CAM[Cameras]
      LID[Lidar]
      RAD[Radar]
      IMU[Inertial unit]
    end
    subgraph percept[Perception]
      OBJ[Object detection]
      LANE[Lane detection]
      LOC[Localisation]
      TRK[Tracking]
      OBJ --> TRK
    end
    subgraph plan[Planning]
      PRED[Prediction] --> BEH[Behaviour] --> TRAJ[Trajectory]
      ROUTE[Route] --> BEH
    end
    CAM --> OBJ
    LID --> OBJ
    RAD --> OBJ
    CAM --> LANE
    LID --> LOC
    IMU --> LOC
    MAP[(HD map)] --> LOC
    MAP --> ROUTE
    TRK --> PRED
    LANE --> BEH
    LOC --> ROUTE
    LOC --> TRAJ
    TRAJ --> CTRL[Controller]
    CTRL --> ACT[Steering and brakes]
    IMU --> CTRL
    ACT -.->|vehicle state| PRED`,
  ablation: `flowchart TD
    D[Corpus<br/>1.2 M sentences] --> T[Train split]
    D --> V[Validation split]
    D --> E[Test split]
    T --> B[Baseline]
    T --> M1[Without pretraining]
    T --> M2[Without adapters]
    T --> M3[Full model]
    V --> B
    V --> M1
    V --> M2
    V --> M3
    B --> F1[F1 score]
    M1 --> F1
    M2 --> F1
    M3 --> F1
    E --> F1
    M3 --> H[Human evaluation]
    F1 --> S[Significance test]
    H --> S`,
  battery: `flowchart LR
    subgraph cell1[Cell 1]
      A1[Voltage] --> K1[Kalman filter]
      B1[Current] --> K1
      C1[Temperature] --> K1
      K1 --> S1[State of charge]
      K1 --> H1[State of health]
    end
    subgraph cell2[Cell 2]
      A2[Voltage] --> K2[Kalman filter]
      B2[Current] --> K2
      C2[Temperature] --> K2
      K2 --> S2[State of charge]
      K2 --> H2[State of health]
    end
    S1 --> BAL[Balancing controller]
    S2 --> BAL
    H1 --> LIFE[Lifetime model]
    H2 --> LIFE
    BAL --> PACK[Pack limits]
    LIFE --> PACK`,
  synthesis: `flowchart TD
    SM1["4-Bromoanisole<br/>1.0 eq"] --> ST1["Lithiation<br/>n-BuLi, -78 °C"]
    SM2["Trimethyl borate<br/>1.2 eq"] --> ST1
    ST1 --> INT1[Boronic acid]
    SM3["Aryl iodide<br/>0.9 eq"] --> ST2["Suzuki coupling<br/>Pd(PPh3)4, 80 °C"]
    INT1 --> ST2
    ST2 --> TLC{Complete by TLC?}
    TLC -->|no, 2 h more| ST2
    TLC -->|yes| WU[Work-up]
    WU --> CC[Column]
    CC --> FR1[Fraction 1]
    CC --> FR2[Fraction 2]
    FR1 --> NMR1[1H NMR]
    FR1 --> MS1[HRMS]
    FR2 --> NMR2[1H NMR]
    FR2 --> MS2[HRMS]
    NMR1 --> ID[Identified products]
    MS1 --> ID
    NMR2 --> ID
    MS2 --> ID`,
  platform: `flowchart LR
    U1[Curators] --> API
    U2[Researchers] --> API
    U3[Notebooks] --> API
    subgraph cloud[Cloud platform]
      API[API gateway]
      subgraph svc[Services]
        IDX[Search service]
        ING[Ingest service]
        VAL[Validation service]
      end
      subgraph stores[Stores]
        ES[(Search index)]
        OBJ[(Object store)]
        PG[(Metadata)]
      end
      API --> IDX
      API --> ING
      ING --> VAL
      IDX --> ES
      ING --> OBJ
      VAL --> PG
      PG --> ES
    end
    VAL -->|DOI| REG[DataCite]
    OBJ --> BK[(Tape archive)]`,
}
