package dev.waggle.cli.reference;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.cli.ProjectFiles;
import dev.waggle.journal.schema.JsonSchemas;
import dev.waggle.signal.Profile;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.swarm.runlog.LifecycleFacts;
import tools.jackson.databind.JsonNode;

/** The page of the signals: families, envelope, payloads by type, and the types that a solve writes by itself. */
final class SignalsPage {

    private static final String INTRODUCTION = """
            The types of signals, the envelope around them and the payload of each type, as JSON.

            This page is generated from the JSON Schemas that Waggle ships and from the types in the code, and a test \
            compares them. `waggle schema` prints the schemas, and `waggle schema --check FILE` validates signals.
            """;

    /** The rooms with facts of run logs. */
    private static final List<Path> FACTS = List.of(ProjectFiles.at("swarm/src/main/java/dev/waggle/swarm/runlog"),
            ProjectFiles.at("swarm/src/main/java/dev/waggle/swarm/agent/seat"));

    private static final Pattern CONSTANT = Pattern.compile("SignalType (\\w+) = SignalType\\.custom\\(\"([^\"]+)\"");

    private final MarkdownPage page = new MarkdownPage("Signals", INTRODUCTION);

    private SignalsPage() {}

    static String of() {
        SignalsPage made = new SignalsPage();
        made.families();
        made.envelope();
        made.types("Swarm types", "The types of a deliberation. Each has a payload with these fields and no others.",
                SignalType.SWARM, "payload/");
        made.types("Harness types", "The types of calls of models. Further fields are kept.", HarnessSignals.ALL,
                "payload/harness/");
        made.harnessParts();
        made.others();
        made.facts();
        return made.page.text();
    }

    private void families() {
        page.heading(2, "Families").paragraph("The family is part of a type: one word may have a meaning in each.");
        page.table(List.of("family", "separator", "meaning"), Stream.of(Profile.values())
                .map(family -> List.of(Markdown.code(family.wireName()),
                        Markdown.code(String.valueOf(family.separator())), SourceDocs.constant(family)))
                .toList());
    }

    private void envelope() {
        JsonNode signal = SchemaTable.schema("envelope").path("$defs").path("signal");
        page.heading(2, "Envelope").paragraph(SchemaTable.description("envelope"));
        page.table(SchemaTable.HEADER, SchemaTable.rows(signal));
        page.paragraph("A swarm type also requires " + signal.path("allOf").valueStream()
                .flatMap(branch -> branch.path("then").path("required").valueStream()).map(JsonNode::asString)
                .distinct().map(Markdown::code).collect(Collectors.joining(" and ")) + '.');
        JsonSchemas.names().stream().filter(name -> name.startsWith("part/")).forEach(name -> section(3, name));
        section(3, "entry");
        page.paragraph("The fields of the envelope stand beside these.");
        section(3, "gap");
    }

    private void types(String title, String lead, List<SignalType> types, String folder) {
        page.heading(2, title).paragraph(lead);
        page.table(List.of("type", "meaning"), types.stream().map(type -> folder + type.text())
                .map(name -> List.of(Markdown.link(Markdown.code(name.substring(folder.length())),
                        SchemaTable.heading(name)), SchemaTable.description(name)))
                .toList());
        types.forEach(type -> section(3, folder + type.text()));
    }

    private void harnessParts() {
        page.heading(2, "Parts of harness payloads");
        JsonSchemas.names().stream().filter(name -> name.startsWith("harness/")).forEach(name -> section(3, name));
    }

    private void others() {
        page.heading(2, "Other types").paragraph("A type outside the eleven has these fields; the type of the data is"
                + " open.");
        section(3, "payload/open");
    }

    private void section(int level, String name) {
        JsonNode schema = SchemaTable.schema(name);
        page.heading(level, SchemaTable.heading(name)).paragraph(SchemaTable.description(name));
        if (schema.has("allOf")) {
            page.table(List.of("type", "fields", "meaning"), SchemaTable.kinds(schema));
        } else {
            page.table(SchemaTable.HEADER, SchemaTable.rows(schema));
        }
    }

    private void facts() {
        page.heading(2, "Facts of a solve").paragraph("Types of the custom family that the runtime writes into the"
                + " journal of a solve.");
        Map<String, String> facts = new TreeMap<>();
        for (Path room : FACTS) {
            try (Stream<Path> files = Files.list(room)) {
                files.sorted().forEach(file -> addFacts(file, facts));
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
        facts.put(LifecycleFacts.changed("NAME").text(), "A change of the state `NAME`.");
        page.table(List.of("type", "meaning"), facts.entrySet().stream()
                .map(fact -> List.of(Markdown.code(fact.getKey()), fact.getValue())).toList());
    }

    /** The comment of each constant, else the first sentence of its class without the type at its head. */
    private static void addFacts(Path file, Map<String, String> facts) {
        SourceDocs docs = SourceDocs.at(file);
        Matcher constant = CONSTANT.matcher(docs.source());
        while (constant.find()) {
            String documented = docs.field(constant.group(1));
            String type = String.valueOf(file.getFileName()).replace(".java", "");
            String text = documented.isEmpty()
                    ? docs.sentence(type).replaceFirst("^`[^`]*`: ", "")
                    : documented;
            facts.put(constant.group(2), Character.toUpperCase(text.charAt(0)) + text.substring(1));
        }
    }
}
