package dev.waggle.journal.redaction;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipException;

import dev.waggle.journal.file.segment.LineVerdict;
import dev.waggle.journal.file.segment.RawLineScanner;
import dev.waggle.journal.file.segment.RawLineScanner.RawLine;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.RequestHash;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;

/**
 * Digests of prompts that held a redacted text: the hash of a request, and ids of sessions and tool calls that are made
 * of it. The rest of a prompt is known, so a digest would confirm a guess of the text. Each gets another value, the
 * same everywhere. Owned by one thread.
 */
final class PromptDigests {

    /** Ids that a harness makes where its provider gives none. */
    private static final Pattern MADE = Pattern.compile("\"((?:ses|call)_)([0-9a-f]{8,64})\\\\*\"");

    private final SearchPlan.Builder texts;
    private final LineRedactor lines;
    private final String id;
    /** Targets of the redacted calls, by the id of their first signal. */
    private final Map<String, Set<Integer>> calls = new HashMap<>();
    private final Map<String, String> replacements = new HashMap<>();

    /**
     * Begins.
     *
     * @param id a random id, of which the new values are made
     */
    PromptDigests(SearchPlan.Builder texts, String id) {
        this.texts = texts;
        this.lines = new LineRedactor(texts.build());
        this.id = id;
    }

    /** Adds the digests in all files of entries. */
    void run(FolderInventory inventory) throws IOException {
        for (FoundFile file : inventory.files()) {
            if (file.kind() == FoundFile.Kind.ENTRIES) {
                try (InputStream in = FileRedactor.plain(file.file())) {
                    search(RawLineScanner.of(in));
                } catch (EOFException | ZipException bad) {
                    throw FileRedactor.damagedGzip(file.file(), bad);
                }
            }
        }
    }

    private void search(RawLineScanner in) throws IOException {
        for (RawLine line = in.next(); line != null; line = in.next()) {
            byte[] bytes = line.bytes();
            String text = bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
            boolean isStart = text.contains(HarnessSignals.START.text());
            if (bytes == null || (!isStart && !MADE.matcher(text).find())
                    || !(LineVerdict.of(bytes) instanceof LineVerdict.Entry(LogEntry entry))) {
                continue;
            }
            if (entry.signal().type().equals(HarnessSignals.START)) {
                addStart(entry.signal(), lines.entry(bytes).targets());
            }
            String cause = entry.signal().links().cause();
            Set<Integer> targets = cause == null ? null : calls.get(cause);
            if (targets != null) {
                addMade(text, targets);
            }
        }
    }

    private void addStart(Signal start, Set<Integer> targets) {
        if (targets.isEmpty()) {
            return;
        }
        calls.put(start.id(), targets);
        if (start.extensions().get(HarnessRun.REQUEST) instanceof JsonValue.Str(String request)) {
            add(request, "", targets);
        }
    }

    private void addMade(String line, Set<Integer> targets) {
        Matcher made = MADE.matcher(line);
        while (made.find()) {
            add(made.group(1) + made.group(2), made.group(1), targets);
        }
    }

    private void add(String name, String prefix, Set<Integer> targets) {
        String other = replacements.computeIfAbsent(name, _ -> {
            String digest = RequestHash.of(id + '#' + replacements.size());
            return prefix + digest.substring(0, Math.min(digest.length(), name.length() - prefix.length()));
        });
        texts.addName(name, other, targets);
    }
}
