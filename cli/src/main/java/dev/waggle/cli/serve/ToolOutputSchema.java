package dev.waggle.cli.serve;

import java.util.Map;

import dev.waggle.signal.json.JsonValue;

/** JSON Schemas of what {@code decide} and {@code solve} answer: the report or the result, else a refusal. */
final class ToolOutputSchema {

    private static final String REFUSAL = """
            {"properties": {
               "error": {"type": "string", "description": "Why there is no answer"},
               "remedy": {"type": "string", "description": "What to do about it"}},
             "required": ["error"], "additionalProperties": false}""";

    private static final JsonValue.Obj DECIDE = of("""
            {"properties": {
               "items": {"type": "array", "items": {"type": "object",
                 "properties": {
                   "item": {"type": "string"},
                   "decided": {"type": "boolean"},
                   "decision": {"type": ["string", "null"], "description": "The answer, if the votes decide"},
                   "leader": {"type": ["string", "null"], "description": "The answer with the largest share"},
                   "confidence": {"type": "number", "minimum": 0, "maximum": 1,
                     "description": "Probability that the leader is right"},
                   "confidenceBasis": {"type": "string",
                     "description": "assumed, calibrated on n outcomes, or learned from n outcomes or votes"},
                   "confidenceInterval": {"type": "array", "items": {"type": "number", "minimum": 0, "maximum": 1},
                     "minItems": 2, "maxItems": 2},
                   "agreement": {"type": "number", "minimum": 0, "maximum": 1,
                     "description": "Agreement with the leader by the strategy, which the threshold decides on"},
                   "votes": {"type": "integer", "minimum": 0},
                   "dissent": {"type": "integer", "minimum": 0, "description": "Votes for other answers"},
                   "answers": {"type": "array", "items": {"type": "object",
                     "properties": {
                       "answer": {"type": "string"},
                       "votes": {"type": "integer", "minimum": 0},
                       "share": {"type": "number", "minimum": 0, "maximum": 1},
                       "figure": {"type": "number", "minimum": 0, "maximum": 1,
                         "description": "The strategy's own figure of the answer"}},
                     "required": ["answer", "votes", "share", "figure"]}}},
                 "required": ["item", "decided", "decision", "leader", "confidence", "votes", "dissent", "answers"]}},
               "summary": {"type": "object",
                 "properties": {
                   "strategy": {"type": "string"},
                   "threshold": {"type": "number"},
                   "minVoters": {"type": "integer"},
                   "items": {"type": "integer", "minimum": 0},
                   "decided": {"type": "integer", "minimum": 0},
                   "coverage": {"type": "number", "minimum": 0, "maximum": 1}},
                 "required": ["strategy", "threshold", "minVoters", "items", "decided", "coverage"]}},
             "required": ["items", "summary"]}""");

    private static final JsonValue.Obj SOLVE = of("""
            {"properties": {
               "solveId": {"type": "string", "description": "The run in the log"},
               "answer": {"type": "string", "description": "The answer, or a sentence that says there is none"},
               "decision": {"type": ["string", "null"], "description": "The winning proposal"},
               "confidence": {"type": "number", "minimum": 0, "maximum": 1,
                 "description": "Probability that the leading proposal is right"},
               "confidenceBasis": {"type": "string",
                 "description": "assumed, calibrated on or learned from n outcomes, or agreement for an old log"},
               "confidenceInterval": {"type": "array", "items": {"type": "number", "minimum": 0, "maximum": 1},
                 "minItems": 2, "maxItems": 2},
               "agreement": {"type": "number", "minimum": 0, "maximum": 1,
                 "description": "Agreement with the decision by the strategy; 0 without one"},
               "decided": {"type": "boolean"},
               "ending": {"type": "string", "description": "Why it ended"},
               "endingDetail": {"type": "string"},
               "roundsUsed": {"type": "integer", "minimum": 0},
               "totalMs": {"type": "integer", "minimum": 0},
               "cost": {"type": "object",
                 "properties": {
                   "tokens": {"type": "integer", "minimum": 0},
                   "estimatedUsd": {"type": "number", "minimum": 0},
                   "calls": {"type": "integer", "minimum": 0}},
                 "required": ["tokens", "estimatedUsd", "calls"]},
               "consensus": {"type": "object", "description": "Votes, confidence and dissent"},
               "contributions": {"type": "array", "items": {"type": "object"}},
               "signals": {"type": "integer", "minimum": 0},
               "sparedTurns": {"type": "integer", "minimum": 1},
               "failures": {"type": "array", "items": {"type": "object",
                 "properties": {
                   "agentId": {"type": "string"},
                   "round": {"type": "integer"},
                   "context": {"type": "string"},
                   "message": {"type": "string"}},
                 "required": ["agentId", "round", "context", "message"]}}},
             "required": ["solveId", "answer", "decision", "confidence", "decided", "ending", "endingDetail",
               "roundsUsed", "totalMs", "cost", "consensus", "contributions", "signals", "failures"]}""");

    private ToolOutputSchema() {}

    /** By the name of the tool. */
    static Map<String, JsonValue.Obj> byTool() {
        return Map.of("decide", DECIDE, "solve", SOLVE);
    }

    private static JsonValue.Obj of(String answer) {
        return ToolInputSchema.of("{\"type\": \"object\", \"anyOf\": [" + answer + ", " + REFUSAL + "]}");
    }
}
