const MOTIVE =
  /^(previous|prior|recent|existing|traditional|many|several|most|recently|unlike|despite|however|although|in recent|it is|there (is|are)|our (contribution|main|goal|aim|key)|this (paper|work|article)|to the best|we (study|investigate|address|explore|aim|ask|propose|present|introduce|believe|argue|hypothesi[sz]e|note|show|find|demonstrate|observe)|figure|table|fig\b|overview|motivated|inspired)\b/i
const RESULT =
  /\b(outperform\w*|state-of-the-art|institutional review board|informed consent|ethics committee|improve[sd]? (?:over|by|upon)|results? (?:show|indicate|suggest|demonstrate)\w*|achiev(?:e|es|ed|ing)|(?:accuracy|f1|auc) of \d|compared (?:to|with) (?:the )?baselines?|as shown|as follows|ha(?:s|ve) been shown|we (?:found|show|observed) that)\b/i

/** Motivation, claims and results: true of the work, but no part of what the figure shows. */
export const isBackground = (sentence: string): boolean =>
  MOTIVE.test(sentence.trim()) || RESULT.test(sentence)
