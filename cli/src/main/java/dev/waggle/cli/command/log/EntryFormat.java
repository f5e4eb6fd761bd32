package dev.waggle.cli.command.log;

import java.util.function.Function;

import dev.waggle.cli.terminal.EntryLine;
import dev.waggle.cli.terminal.RunNames;
import dev.waggle.cli.terminal.SignalPayloadJson;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.codec.EntryCodec;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.template.Template;
import dev.waggle.signal.template.TemplateContext;
import dev.waggle.signal.text.VisibleText;

/** Output format of a log entry: for people, as in the file, or by a template. */
public final class EntryFormat {

    /** Text of the option's help. */
    public static final String HELP = "each entry in this template: '{{ signal.name }} {{ signal.payload.content }}'."
            + " A signal has name, payload, id, source, seq, by, time and, if there is one, summary";

    private EntryFormat() {}

    /** Formatter of entries as lines for people. */
    static Function<LogEntry, String> text(TextStyle style, RunNames names) {
        return entry -> EntryLine.of(entry, style, names);
    }

    /** Formatter of entries as JSON, as stored in the file. */
    static Function<LogEntry, String> json() {
        return entry -> JsonText.write(EntryCodec.encode(entry));
    }

    /**
     * Formatter of entries by a template, for example <code>{{ signal.name }} {{ signal.by }}</code>.
     *
     * @throws UserException if the template does not parse or uses a value other than {@code signal}
     */
    static Function<LogEntry, String> template(String text) {
        Template template = parse(text);
        return entry -> expand(template, entry);
    }

    private static String expand(Template template, LogEntry entry) {
        return UserException.checked(() -> template.expand(TemplateContext.ofSignal(signal(entry)), VisibleText::of));
    }

    private static Template parse(String text) {
        Template template;
        try {
            template = Template.of(text);
        } catch (IllegalArgumentException refused) {
            throw UserException.of(refused);
        }
        for (String path : template.paths()) {
            if (!path.equals("signal") && !path.startsWith("signal.")) {
                throw new UserException("--format supports only signal, got {{ " + VisibleText.of(path) + " }}",
                        "Use for example {{ signal.name }} or {{ signal.payload.content }}.");
            }
        }
        return template;
    }

    /** Value of {@code signal} in a template. */
    private static JsonValue signal(LogEntry entry) {
        Signal signal = entry.signal();
        return new JsonObjectBuilder().with("name", signal.type().text())
                .with("payload", SignalPayloadJson.of(signal))
                .with("id", signal.id())
                .with("source", signal.source().label())
                .with("seq", entry.sequence())
                .with("by", entry.emission().by())
                .with("time", signal.time().toString())
                .withPresent("summary", signal.payload() instanceof Payload.Open open ? open.summary() : null).json();
    }
}
