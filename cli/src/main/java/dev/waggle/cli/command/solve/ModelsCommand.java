package dev.waggle.cli.command.solve;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import dev.waggle.cli.models.CheckReport;
import dev.waggle.cli.models.FamilyTable;
import dev.waggle.cli.models.ModelCheck;
import dev.waggle.cli.models.ModelsFile;
import dev.waggle.cli.models.SolveCheck;
import dev.waggle.cli.option.ThinkingOptions;
import dev.waggle.cli.terminal.ShutdownHook;
import dev.waggle.cli.terminal.StatusLine;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TerminalWidth;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.cli.terminal.TextWrap;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.Price;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle models}: configured models, whether they answer, and what is known about them. */
@Command(name = "models", addMethodSubcommands = false, sortOptions = false, //
        description = "Shows the configured providers and models, asks models for a short answer, and checks what a"
                + " solve needs of them.", //
        footer = {"", "Examples:", "  waggle models", "  waggle models ollama:llama3.2 anthropic:claude-sonnet-4-5",
            "  waggle models --check openai:gpt-5.4-mini", "  waggle models --families anthropic:claude-sonnet-5", "",
            "Keys come from OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY or a file",
            "named by ..._API_KEY_FILE.", "",
            "Exit code 1 when a model does not answer, or with --check gives no reply that",
            "a solve can read."})
public final class ModelsCommand implements Callable<Integer> {

    private static final int NAME = 12;

    private final TerminalScreen screen;

    /** Timeout for a short answer, in seconds: a model that thinks, or is loaded, needs most of it. */
    private static final double ANSWER_SECONDS = 60;

    /** Timeout for a step of a check, in seconds: two replies with tools in between. */
    private static final double STEP_SECONDS = 180;

    @Parameters(arity = "0..*", paramLabel = "MODEL", description = "models to ask: provider:model or aliases")
    private List<String> modelNames = new ArrayList<>();

    @Option(names = "--check", description = "check by two small solves what a solve needs: streaming, the schema of a"
            + " reply, tools; without MODEL every alias of the file")
    private boolean check;

    @Option(names = "--families", description = "show the known facts about models with source and date; without MODEL"
            + " all of them")
    private boolean families;

    @Option(names = "--models-file", paramLabel = "FILE",
            description = "providers, aliases and prices as JSON (default: $WAGGLE_MODELS, if set)")
    private @Nullable Path file;

    @Mixin
    private ThinkingOptions thinking = new ThinkingOptions();

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "timeout for one model, with --check for each"
            + " of its two steps (default: 60, with --check 180)")
    private @Nullable Double seconds;

    @Option(names = "--json", description = "as JSON")
    private boolean json;

    @Option(names = "--markdown", description = "with --check: the report as a table of Markdown, for an issue")
    private boolean markdown;

    public ModelsCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() throws InterruptedException {
        refuseContradictions();
        try (ModelCatalog catalog = catalog(System.getenv())) {
            if (families) {
                new ModelReportView(screen, width()).families(FamilyTable.of(catalog, modelNames), json);
                return 0;
            }
            List<String> names = modelNames.isEmpty() && check ? List.copyOf(catalog.models().keySet()) : modelNames;
            if (names.isEmpty() && check) {
                throw new UserException("there is no alias to check", "Name models, or a models file that names some.");
            }
            if (names.isEmpty()) {
                list(catalog);
                return 0;
            }
            names.forEach(catalog::harness); // A wrong name is refused before anything is paid.
            if (check) {
                refuseRemoteAgents(catalog, names);
            }
            return check ? check(names) : ask(catalog, names);
        } catch (IllegalArgumentException refused) {
            throw UserException.of(refused);
        }
    }

    private void refuseContradictions() {
        Double given = seconds;
        if (given != null && !(given > 0 && given <= 86_400)) {
            throw new UserException("--timeout must be above 0 seconds and at most a day, got " + given,
                    "Use for example --timeout 60.");
        }
        if (families && check) {
            throw new UserException("--families and --check exclude each other", "Omit one of them.");
        }
        if (markdown && (json || !check)) {
            throw new UserException("--markdown is for --check without --json", "Use --check --markdown.");
        }
    }

    private static void refuseRemoteAgents(ModelCatalog catalog, List<String> names) {
        for (String name : names) {
            if (catalog.isOfScheme(catalog.resolve(name))) {
                throw new UserException(
                        "--check is for models, and " + TextStyle.printable(name) + " is a remote agent",
                        "Ask it without --check: waggle models " + TextStyle.printable(name));
            }
        }
    }

    private Duration timeout() {
        double given = seconds == null ? check ? STEP_SECONDS : ANSWER_SECONDS : seconds;
        return Duration.ofMillis(Math.max(1, Math.round(given * 1_000)));
    }

    private static int width() {
        return TerminalWidth.ofText();
    }

    private ModelCatalog catalog(Map<String, String> environment) {
        Path place = ModelsFile.of(file, environment);
        ModelCatalog catalog = place == null ? ModelCatalog.of(environment) : ModelCatalog.of(environment, place);
        thinking.turnEffort().ifPresent(effort -> {
            throw new UserException(
                    "--effort " + effort.wireName() + " is for a swarm, and here models are asked one by"
                            + " one",
                    "Give a word of the provider, for example --effort low.");
        });
        return catalog.withOverrides(thinking.settings()).withNotices(screen::warnLater);
    }

    /** Checks each model with a catalog of its own, so that each learns from its own refusals. */
    private int check(List<String> names) throws InterruptedException {
        ModelReportView view = new ModelReportView(screen, width());
        List<CheckReport> reports = new ArrayList<>();
        if (!json) {
            view.header(World.system().now(), markdown);
        }
        for (String name : names) {
            try (ModelCatalog catalog = catalog(System.getenv()); StatusLine status = new StatusLine(screen, width())) {
                SolveCheck solves = new SolveCheck(catalog, name, World.system(), timeout(),
                        words -> status.show(name + ", " + words));
                try (ShutdownHook _ = new ShutdownHook(solves::stop)) {
                    CheckReport report = solves.run();
                    reports.add(report);
                    status.clear();
                    if (!json) {
                        view.show(report, markdown);
                    }
                }
                if (solves.isStopped()) {
                    break;
                }
            }
        }
        if (json) {
            screen.out().println(JsonText.write(JsonValue.of(reports.stream().map(CheckReport::toJson).toList())));
        }
        return reports.size() == names.size() && reports.stream().allMatch(CheckReport::passes) ? 0 : 1;
    }

    private int ask(ModelCatalog catalog, List<String> names) throws InterruptedException {
        List<JsonValue> rows = new ArrayList<>();
        int silent = 0;
        for (String name : names) {
            ModelCheck.CheckResult outcome = ModelCheck.of(catalog.harness(name), World.system(), timeout());
            silent += outcome.answered() ? 0 : 1;
            if (json) {
                rows.add(row(name, outcome));
            } else {
                show(name, outcome);
            }
            screen.printWarnings();
        }
        if (json) {
            screen.out().println(JsonText.write(JsonValue.of(rows)));
        }
        return silent == 0 ? 0 : 1;
    }

    private void show(String name, ModelCheck.CheckResult outcome) {
        String mark = outcome.answered()
                ? screen.style().paint(Ink.GREEN, "answers")
                : screen.style().paint(Ink.RED, "fails");
        String label = "  " + TextStyle.printable(name) + "  ";
        TextWrap.beside(label + mark + "  ", TextTable.width(label + (outcome.answered() ? "answers" : "fails")) + 2,
                TextStyle.sentences(outcome.detail())
                        + String.format(PlainLocale.NONE, "  %d ms", outcome.took().toMillis()),
                TerminalWidth.ofText()).forEach(screen.out()::println);
        screen.out().flush();
    }

    private static JsonValue row(String name, ModelCheck.CheckResult outcome) {
        return new JsonObjectBuilder().with("model", name)
                .with("answers", outcome.answered())
                .with("detail", outcome.detail())
                .with("ms", outcome.took().toMillis()).json();
    }

    private void list(ModelCatalog catalog) {
        if (json) {
            screen.out().println(JsonText.write(asJson(catalog)));
            return;
        }
        screen.out().println(screen.style().paint(Ink.BOLD, "Providers"));
        for (ModelCatalog.ProviderStatus listing : catalog.providers()) {
            Ink ink = listing.isReady() ? Ink.GREEN : Ink.DIM;
            row(listing.provider().name(), ink, String.valueOf(listing.provider().baseUrl()), key(listing));
        }
        if (!catalog.models().isEmpty()) {
            screen.out().println();
            screen.out().println(screen.style().paint(Ink.BOLD, "Aliases"));
            catalog.models().forEach((alias, model) -> row(alias, null, model.toString(),
                    price(catalog, model.toString())));
        }
        screen.out().println();
        if (catalog.providers().stream().noneMatch(listing -> listing.provider().name().equals("compatible"))) {
            screen.out().println("  Any OpenAI-compatible server: set WAGGLE_BASE_URL, then compatible:MODEL");
        }
        screen.out().println("  Ask one: waggle models provider:model");
        screen.out().println("  Check what a solve needs of it: waggle models --check provider:model");
    }

    /** A name, its place and a remark, which stands below them where it does not fit. */
    private void row(String name, @Nullable Ink ink, String place, String remark) {
        String padded = TextTable.padded(name, NAME);
        String left = "  " + padded + "  " + TextStyle.printable(place);
        String painted = "  " + (ink == null ? padded : screen.style().paint(ink, padded)) + "  "
                + TextStyle.printable(place);
        int width = TerminalWidth.ofText();
        if (TextTable.width(left + "  " + remark) <= width) {
            screen.out().println(painted + "  " + screen.style().paint(Ink.DIM, TextStyle.printable(remark)));
            return;
        }
        screen.out().println(painted);
        TextWrap.lines(remark, width - NAME - 4).forEach(
                line -> screen.out().println(" ".repeat(NAME + 4) + screen.style().paint(Ink.DIM, line)));
    }

    private static String key(ModelCatalog.ProviderStatus listing) {
        return switch (listing.key()) {
            case FOUND -> "key in " + listing.location();
            case MISSING -> "no key: " + listing.location();
            case NOT_NEEDED -> "no key needed";
            case UNUSABLE -> "key unusable: " + listing.location();
        };
    }

    private static String price(ModelCatalog catalog, String model) {
        Price price = catalog.prices().of(model);
        return String.format(PlainLocale.NONE, "$%s in, $%s out%s%s%s per million tokens%s", price.inputPerMillion(),
                price.outputPerMillion(), further(price.cachedInputPerMillion(), "cached"),
                further(price.cacheWritePerMillion(), "written to the cache"),
                further(price.reasoningPerMillion(), "thinking"), catalog.prices().knows(model)
                        ? ""
                        : " (not in the price list: default price)");
    }

    private static String further(@Nullable Double perMillion, String name) {
        return perMillion == null ? "" : ", $" + perMillion + ' ' + name;
    }

    private static JsonValue asJson(ModelCatalog catalog) {
        List<JsonValue> aliases = new ArrayList<>();
        catalog.models().forEach((alias, model) -> {
            Price price = catalog.prices().of(model.toString());
            aliases.add(new JsonObjectBuilder().with("alias", alias)
                    .with("model", model.toString())
                    .with("inputPerMillion", price.inputPerMillion())
                    .with("outputPerMillion", price.outputPerMillion())
                    .withPresent("cachedInputPerMillion", price.cachedInputPerMillion())
                    .withPresent("cacheWritePerMillion", price.cacheWritePerMillion())
                    .withPresent("reasoningPerMillion", price.reasoningPerMillion()).json());
        });
        return new JsonObjectBuilder().with("providers", catalog.providers().stream().map(ModelsCommand::row).toList())
                .with("aliases", aliases).json();
    }

    private static JsonValue row(ModelCatalog.ProviderStatus listing) {
        return new JsonObjectBuilder().with("name", listing.provider().name())
                .with("kind", listing.provider().kind().configName())
                .with("baseUrl", String.valueOf(listing.provider().baseUrl()))
                .with("ready", listing.isReady())
                .with("key", key(listing)).json();
    }
}
