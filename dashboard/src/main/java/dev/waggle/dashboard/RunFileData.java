package dev.waggle.dashboard;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import dev.waggle.journal.JsonText;
import dev.waggle.review.CallUsage;
import dev.waggle.review.RunLog;
import dev.waggle.review.explain.RunDecision;
import dev.waggle.review.json.FlipListJson;
import dev.waggle.review.json.RunViewJson;
import dev.waggle.review.json.SignalContextJson;
import dev.waggle.review.json.WhatIfTableJson;
import dev.waggle.review.view.MarkKind;
import dev.waggle.review.view.RunMark;
import dev.waggle.review.view.RunView;
import dev.waggle.review.view.SignalContext;
import dev.waggle.review.whatif.FlipList;
import dev.waggle.review.whatif.WhatIfTable;
import dev.waggle.signal.codec.TimeCodec;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;

/**
 * Data of the page of a run in one file.
 *
 * @param view the view of the run
 * @param signals details of its first statements by the ids of their signals
 * @param flips changes that would have flipped the decision; null before the end
 * @param table outcomes of scenarios; null before the end
 */
public record RunFileData(JsonValue.Obj view, JsonValue.Obj signals, JsonValue flips, JsonValue table) {

    /** Maximum size of all details, in characters of JSON. */
    static final int MAX_DETAILS = 2_000_000;

    /**
     * The data of a run.
     *
     * @param entries the entries of the run in order, at least one
     * @param prices the money of its calls, where their prices are known
     * @param notes further remarks for the reader, each a sentence
     */
    public static RunFileData of(String run, List<LogEntry> entries,
            Function<RunLog, Optional<CallUsage.MoneySpent>> prices, List<String> notes) {
        RunView view = RunView.of(run, entries, RunView.LensPart.BOUNDED, prices);
        JsonValue flips = JsonValue.ofNull();
        JsonValue table = JsonValue.ofNull();
        if (view.deliberation().log().isClosed()) {
            RunDecision decision = RunDecision.of(run, entries);
            flips = FlipListJson.of(decision, FlipList.of(decision.recount()));
            table = WhatIfTableJson.of(decision, WhatIfTable.of(decision.recount()));
        }
        Map<String, JsonValue> details = details(view, entries);
        List<String> all = new ArrayList<>(notes);
        int statements = (int) view.marks().marks().stream().filter(RunFileData::isStatement).count();
        if (details.size() < statements) {
            all.add("of " + statements + " statements the first " + details.size() + " are in this file in full");
        }
        return new RunFileData(RunViewJson.of(view, all), new JsonValue.Obj(details), flips, table);
    }

    /** All of it as one object. */
    JsonValue.Obj json(Instant written) {
        return new JsonObjectBuilder()
                .withAll(JsonObjectBuilder.of(written, (at, sink) -> TimeCodec.encode("written", at, sink)))
                .with("view", view).with("signals", signals).with("flips", flips).with("table", table).json();
    }

    private static Map<String, JsonValue> details(RunView view, List<LogEntry> entries) {
        Map<String, JsonValue> details = new LinkedHashMap<>();
        long left = MAX_DETAILS;
        SignalContext.CauseIndex contexts = new SignalContext.CauseIndex(entries);
        for (RunMark mark : view.marks().marks().stream().filter(RunFileData::isStatement).toList()) {
            JsonValue detail = contexts.context(mark.signal()).map(SignalContextJson::of).orElseThrow();
            left -= JsonText.write(detail).length();
            if (left < 0) {
                break;
            }
            details.put(mark.signal(), detail);
        }
        return details;
    }

    private static boolean isStatement(RunMark mark) {
        return mark.author().kind() != MarkKind.CALL;
    }
}
