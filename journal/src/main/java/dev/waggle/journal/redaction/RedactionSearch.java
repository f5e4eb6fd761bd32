package dev.waggle.journal.redaction;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.journal.redaction.FileRedactor.FileChange;
import dev.waggle.journal.redaction.RedactionReport.LeftFile;
import dev.waggle.journal.redaction.RedactionReport.RedactedFile;
import dev.waggle.journal.redaction.RedactionReport.RedactedTarget;
import dev.waggle.journal.redaction.RedactionReport.RedactionOutcome;
import dev.waggle.signal.world.World;

/**
 * The search of a redaction: all files that hold a text of its signals. It changes nothing.
 *
 * @param redactor writes the new content of the files
 * @param changes the files to rewrite, in the order of their paths
 * @param results the result for each target
 * @param left files that keep a text
 */
record RedactionSearch(FileRedactor redactor, Map<FoundFile, FileChange> changes, List<RedactedTarget> results,
        List<LeftFile> left) {

    /** Reads all files of an inventory. */
    static RedactionSearch of(FolderInventory inventory, List<RedactionTarget> targets, World world)
            throws IOException {
        SearchPlan.Builder texts = new SearchPlan.Builder(targets);
        for (int i = 0; i < targets.size(); i++) {
            for (String name : targets.get(i).names()) {
                texts.addName(name, world.nextId("red"), Set.of(i));
            }
        }
        new SignalSearch(texts).run(inventory);
        new PromptDigests(texts, world.nextId("red")).run(inventory);
        FileRedactor redactor = new FileRedactor(texts.build());
        Map<FoundFile, FileChange> changes = new LinkedHashMap<>();
        List<LeftFile> left = new ArrayList<>();
        for (FoundFile file : inventory.files()) {
            FileChange change = redactor.redact(file, OutputStream.nullOutputStream());
            if (change.lines() > 0) {
                changes.put(file, change);
            }
            if (change.isLeft()) {
                left.add(new LeftFile(file.file(), file.kind() == FoundFile.Kind.FOREIGN
                        ? "a file of another kind is not rewritten"
                        : "a text is a name there, or a part of one"));
            }
        }
        inventory.links().forEach(link -> left.add(new LeftFile(link, "a link is not followed")));
        return new RedactionSearch(redactor, changes, results(targets, texts, changes.values()), left);
    }

    private static List<RedactedTarget> results(List<RedactionTarget> targets, SearchPlan.Builder texts,
            Iterable<FileChange> changes) {
        List<RedactedTarget> results = new ArrayList<>();
        for (int i = 0; i < targets.size(); i++) {
            long lines = 0;
            long files = 0;
            for (FileChange change : changes) {
                long own = change.linesOfTargets().getOrDefault(i, 0L);
                lines += own;
                files += own > 0 ? 1 : 0;
            }
            RedactionOutcome outcome = lines > 0 ? RedactionOutcome.REDACTED
                    : texts.isKnown(i) ? RedactionOutcome.ABSENT : RedactionOutcome.UNKNOWN;
            results.add(new RedactedTarget(targets.get(i).signalId(), outcome, lines, files));
        }
        return results;
    }

    /** The result of a redaction that rewrites these files. */
    RedactionReport report() {
        return new RedactionReport(results, changes.entrySet().stream()
                .map(change -> new RedactedFile(change.getKey().file(), change.getValue().lines())).toList(), left);
    }
}
