package dev.waggle.cli.command.review;

import java.io.IOException;
import java.nio.file.Files;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.ProjectFiles;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle lens} without a journal. */
class LensCommandTest {

    private static final String[] KEYS = {"name", "field", "question", "feed", "needs", "headline", "unit", "range",
        "formula",
        "source", "meaning", "findings"};

    @Test
    void listsEveryLens() {
        CommandRun run = CommandRun.of("lens");

        assertThat(run.code()).isZero();
        assertThat(run.out().lines()).hasSizeGreaterThan(LensCatalog.all().size()).first().asString()
                .startsWith("lens ")
                .contains("question", "finds");
        assertThat(run.out()).contains("\n\nlens                  unit\n");
        for (Lens<?> lens : LensCatalog.all()) {
            assertThat(run.text()).contains(" " + lens.name() + " " + lens.card().question().substring(0, 12));
        }
    }

    @Test
    void listsThemForPrograms() {
        JsonNode lenses = json("lens", "--json").get("lenses");

        assertThat(lenses).hasSameSizeAs(LensCatalog.all()).allSatisfy(card -> assertThat(card.propertyNames())
                .containsExactly(KEYS));
        assertThat(lenses.get(0).get("name").asString()).isEqualTo(LensCatalog.all().getFirst().name());
    }

    @Test
    void explainsEveryLens() {
        for (Lens<?> lens : LensCatalog.all()) {
            LensCard card = lens.card();
            CommandRun run = CommandRun.of("lens", lens.name());

            assertThat(run.code()).isZero();
            assertThat(run.err()).isEmpty();
            String flat = run.out().replaceAll("\\s+", " ");
            assertThat(flat).startsWith(card.name() + " " + card.question()).contains("fed with " + card.feed(),
                    card.unit().equals("none") ? "range" : "unit " + card.unit(), "range " + card.range(),
                    "source " + card.source());
            assertThat(flat.contains("reading only")).isEqualTo(card.findings().isEmpty());
            card.findings().forEach(kind -> assertThat(flat)
                    .contains("can find " + kind.wireName() + ", acted on by: " + kind.actor()));
            assertThat(json("lens", lens.name(), "--json").propertyNames()).containsExactly(KEYS);
        }
    }

    @Test
    void offersTheNearestNames() {
        CommandRun alone = CommandRun.of("lens", "entropie");
        assertThat(alone.code()).isEqualTo(2);
        assertThat(alone.err()).contains("there is no lens and no journal \"entropie\"", "Maybe entropy",
                "See waggle lens for all").hasLineCount(1);

        CommandRun withJournal = CommandRun.of("lens", "entropi", "somewhere.jsonl");
        assertThat(withJournal.code()).isEqualTo(2);
        assertThat(withJournal.err()).contains("there is no lens \"entropi\"", "Maybe entropy");

        CommandRun json = CommandRun.of("lens", "zzzzzzzzzzzz\u001b[2J", "--json");
        assertThat(json.code()).isEqualTo(2);
        assertThat(json.out()).contains("\"error\"").doesNotContain("\u001b");
    }

    @Test
    void refusesWhatMakesNoSense() {
        assertThat(CommandRun.of("lens", "--run", "r1").err()).contains("needs the journal");
        assertThat(CommandRun.of("lens", "--format", "html").err()).contains("--format must be markdown");
        assertThat(CommandRun.of("lens", "entropy", "--format", "markdown").code()).isEqualTo(2);
        assertThat(CommandRun.of("lens", "./none.jsonl").err()).contains("no such file");
        assertThat(CommandRun.of("lens", "a\0b", "--json").code()).isEqualTo(2);
    }

    @Test
    void thePageTellsOfEveryLensAndReason() {
        String page = CommandRun.of("lens", "--format", "markdown").out();

        for (Lens<?> lens : LensCatalog.all()) {
            assertThat(page).contains("| [`" + lens.name() + "`](#" + lens.name() + ") |",
                    "\n### " + lens.name() + "\n");
        }
        for (MathStopReason reason : MathStopReason.values()) {
            assertThat(page).contains(". `" + reason.wireName() + "`: ");
        }
        assertThat(page).doesNotContain("null");
    }

    @Test
    void thePageInTheDocumentationIsTheOneThatTheCommandWrites() throws IOException {
        String page = CommandRun.of("lens", "--format", "markdown").out();

        assertThat(Files.readString(ProjectFiles.at("docs/lenses.md")))
                .as("write it again: waggle lens --format markdown > docs/lenses.md").isEqualTo(page);
    }

    private static JsonNode json(String... args) {
        CommandRun run = CommandRun.of(args);
        assertThat(run.code()).as(run.toString()).isZero();
        return JsonMapper.shared().readTree(run.out());
    }
}
