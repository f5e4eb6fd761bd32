package dev.waggle.cli;

import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

import dev.waggle.cli.command.log.CheckpointsCommand;
import dev.waggle.cli.command.log.LogCommand;
import dev.waggle.cli.command.log.LogCompactCommand;
import dev.waggle.cli.command.log.LogDeleteCommand;
import dev.waggle.cli.command.log.LogExportCommand;
import dev.waggle.cli.command.log.LogImportCommand;
import dev.waggle.cli.command.log.LogPlayCommand;
import dev.waggle.cli.command.log.LogRedactCommand;
import dev.waggle.cli.command.log.LogRepairCommand;
import dev.waggle.cli.command.log.LogShowCommand;
import dev.waggle.cli.command.log.LogTailCommand;
import dev.waggle.cli.command.log.LogThreadsCommand;
import dev.waggle.cli.command.log.LogTreeCommand;
import dev.waggle.cli.command.log.LogVerifyCommand;
import dev.waggle.cli.command.log.RecordingsCommand;
import dev.waggle.cli.command.log.SchemaCommand;
import dev.waggle.cli.command.memory.MemoryAddCommand;
import dev.waggle.cli.command.memory.MemoryCommand;
import dev.waggle.cli.command.memory.MemoryExportCommand;
import dev.waggle.cli.command.memory.MemoryForgetCommand;
import dev.waggle.cli.command.memory.MemoryImportCommand;
import dev.waggle.cli.command.memory.MemoryListCommand;
import dev.waggle.cli.command.memory.MemorySearchCommand;
import dev.waggle.cli.command.memory.MemoryShowCommand;
import dev.waggle.cli.command.memory.MemoryStatsCommand;
import dev.waggle.cli.command.review.DecideCommand;
import dev.waggle.cli.command.review.EvalCommand;
import dev.waggle.cli.command.review.ExplainCommand;
import dev.waggle.cli.command.review.LensCommand;
import dev.waggle.cli.command.review.OutcomeCommand;
import dev.waggle.cli.command.review.ReplayCommand;
import dev.waggle.cli.command.review.ReputationCommand;
import dev.waggle.cli.command.serve.ServeCommand;
import dev.waggle.cli.command.shell.CompletionCommand;
import dev.waggle.cli.command.shell.ManCommand;
import dev.waggle.cli.command.signals.CancelCommand;
import dev.waggle.cli.command.signals.DeadLettersCommand;
import dev.waggle.cli.command.signals.DelayedCommand;
import dev.waggle.cli.command.signals.InboxCommand;
import dev.waggle.cli.command.signals.RequeueCommand;
import dev.waggle.cli.command.signals.SignalsCommand;
import dev.waggle.cli.command.signals.SubscribeCommand;
import dev.waggle.cli.command.signals.SubscriptionsCommand;
import dev.waggle.cli.command.signals.UnsubscribeCommand;
import dev.waggle.cli.command.solve.AnswerCommand;
import dev.waggle.cli.command.solve.DemoCommand;
import dev.waggle.cli.command.solve.InitCommand;
import dev.waggle.cli.command.solve.ModelsCommand;
import dev.waggle.cli.command.solve.ResumeCommand;
import dev.waggle.cli.command.solve.SolveCommand;
import dev.waggle.cli.command.token.TokenCommand;
import dev.waggle.cli.command.token.TokenCreateCommand;
import dev.waggle.cli.command.token.TokenListCommand;
import dev.waggle.cli.command.token.TokenRevokeCommand;
import dev.waggle.cli.command.webhook.WebhookCommand;
import dev.waggle.cli.command.webhook.WebhookCreateCommand;
import dev.waggle.cli.command.webhook.WebhookDeleteCommand;
import dev.waggle.cli.command.webhook.WebhookListCommand;
import dev.waggle.cli.command.webhook.WebhookRenewCommand;
import dev.waggle.cli.serve.McpCommand;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.TerminalScreen;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The commands by name, in the order of the overview. Each is made only when it is needed. The command line library reads
 * the annotations of every class that it is given, and that takes time.
 */
final class CommandCatalog {

    static {
        // The library would search every jar for a class of Groovy.
        System.setProperty("picocli.disable.closures", "true");
    }

    private final Map<String, CommandGroup> commands = new LinkedHashMap<>();
    private final TerminalScreen screen;
    private final InputStream in;
    private final ProcessTelemetry telemetry;

    CommandCatalog(TerminalScreen screen, InputStream in, ProcessTelemetry telemetry) {
        this.screen = screen;
        this.in = in;
        this.telemetry = telemetry;
        addQuestions();
        addStores();
        addPrograms();
        addReviews();
    }

    /**
     * A command with the subcommands that are classes of their own.
     *
     * @param command makes the command; its methods may be further subcommands
     * @param parts subcommands by name
     */
    private record CommandGroup(Supplier<Object> command, Map<String, Supplier<Object>> parts) {

        CommandGroup with(String name, Supplier<Object> part) {
            parts.put(name, part);
            return this;
        }

        /** The command with the subcommand of that name alone, with all of them when none has it. */
        CommandLine line(String part) {
            CommandLine line = new CommandLine(command.get());
            Supplier<Object> named = parts.get(part);
            if (named != null) {
                return line.addSubcommand(part, named.get());
            }
            if (!line.getSubcommands().containsKey(part)) {
                parts.forEach((name, each) -> line.addSubcommand(name, each.get()));
            }
            return line;
        }
    }

    /** The command that the arguments name, alone; all of them for an overview, a suggestion or help. */
    CommandLine line(String... args) {
        CommandLine root = new CommandLine(new WaggleCommand(screen));
        CommandGroup named = args.length == 0 ? null : commands.get(args[0]);
        if (named == null) {
            commands.forEach((name, group) -> root.addSubcommand(name, group.line("")));
        } else {
            root.addSubcommand(args[0], named.line(args.length == 1 ? "" : args[1]));
        }
        addHelp(root.getCommandSpec());
        return named == null ? root.addSubcommand(new HelpCommand()) : root;
    }

    /** Adds the options of help and version. The mixin of the library for them costs a tenth of a short command. */
    private static void addHelp(CommandSpec command) {
        command.addOption(OptionSpec.builder("-h", "--help").usageHelp(true)
                .description("Show this help message and exit.").build());
        command.addOption(OptionSpec.builder("-V", "--version").versionHelp(true)
                .description("Print version information and exit.").build());
        command.versionProvider(new ProductVersion());
        command.subcommands().values().forEach(part -> addHelp(part.getCommandSpec()));
    }

    private CommandGroup add(String name, Supplier<Object> command) {
        CommandGroup group = new CommandGroup(command, new LinkedHashMap<>());
        commands.put(name, group);
        return group;
    }

    private void addQuestions() {
        add("demo", () -> new DemoCommand(screen, telemetry));
        add("decide", () -> new DecideCommand(screen, in));
        add("eval", () -> new EvalCommand(screen, in));
        add("solve", () -> new SolveCommand(screen, in, telemetry));
        add("resume", () -> new ResumeCommand(screen, in, telemetry));
        add("answer", () -> new AnswerCommand(screen, in));
        add("replay", () -> new ReplayCommand(screen));
        add("init", () -> new InitCommand(screen));
        add("models", () -> new ModelsCommand(screen));
    }

    private void addStores() {
        add("log", LogCommand::new)
                .with("show", () -> new LogShowCommand(screen))
                .with("tail", () -> new LogTailCommand(screen))
                .with("threads", () -> new LogThreadsCommand(screen))
                .with("verify", () -> new LogVerifyCommand(screen))
                .with("repair", () -> new LogRepairCommand(screen))
                .with("compact", () -> new LogCompactCommand(screen))
                .with("redact", () -> new LogRedactCommand(screen, in))
                .with("delete", () -> new LogDeleteCommand(screen, in))
                .with("export", () -> new LogExportCommand(screen))
                .with("import", () -> new LogImportCommand(screen, in))
                .with("tree", () -> new LogTreeCommand(screen))
                .with("play", () -> new LogPlayCommand(screen, in));
        add("signals", () -> new SignalsCommand(screen, in))
                .with("subscribe", () -> new SubscribeCommand(screen))
                .with("unsubscribe", () -> new UnsubscribeCommand(screen))
                .with("subscriptions", () -> new SubscriptionsCommand(screen))
                .with("inbox", () -> new InboxCommand(screen))
                .with("dead", () -> new DeadLettersCommand(screen))
                .with("requeue", () -> new RequeueCommand(screen))
                .with("delayed", () -> new DelayedCommand(screen))
                .with("cancel", () -> new CancelCommand(screen));
        add("memory", () -> new MemoryCommand(screen))
                .with("list", () -> new MemoryListCommand(screen))
                .with("search", () -> new MemorySearchCommand(screen))
                .with("show", () -> new MemoryShowCommand(screen))
                .with("add", () -> new MemoryAddCommand(screen, in))
                .with("forget", () -> new MemoryForgetCommand(screen))
                .with("export", () -> new MemoryExportCommand(screen))
                .with("import", () -> new MemoryImportCommand(screen, in))
                .with("stats", () -> new MemoryStatsCommand(screen));
    }

    private void addPrograms() {
        add("mcp", () -> new McpCommand(screen, in, telemetry));
        add("serve", () -> new ServeCommand(screen, telemetry));
        add("token", () -> new TokenCommand(screen))
                .with("create", () -> new TokenCreateCommand(screen))
                .with("list", () -> new TokenListCommand(screen))
                .with("revoke", () -> new TokenRevokeCommand(screen));
        add("webhook", () -> new WebhookCommand(screen))
                .with("create", () -> new WebhookCreateCommand(screen))
                .with("list", () -> new WebhookListCommand(screen))
                .with("renew", () -> new WebhookRenewCommand(screen))
                .with("delete", () -> new WebhookDeleteCommand(screen));
    }

    private void addReviews() {
        add("lens", () -> new LensCommand(screen));
        add("explain", () -> new ExplainCommand(screen));
        add("outcome", () -> new OutcomeCommand(screen, in));
        add("reputation", () -> new ReputationCommand(screen));
        add("schema", () -> new SchemaCommand(screen, in));
        add("recordings", () -> new RecordingsCommand(screen));
        add("checkpoints", () -> new CheckpointsCommand(screen));
        add("completion", () -> new CompletionCommand(screen, this::line));
        add("man", () -> new ManCommand(screen, this::line));
    }
}
