package dev.waggle.cli.command.review;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.cli.CommandRun;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.WireFormatName;

/** Three models on a server of ours, files of questions about sums, and the command that asks them. */
final class AskedModels implements AutoCloseable {

    static final String KEY = "sk-very-secret-0123456789";

    private static final Pattern SUM = Pattern.compile("(\\d+) \\+ (\\d+)");

    final Path folder;
    final FakeModels server;
    final AtomicInteger calls = new AtomicInteger();

    /** Models that answer by that script, which gets the name of the model and its prompt. */
    AskedModels(Path folder, BiFunction<String, String, FakeAnswer> script) {
        this.folder = folder;
        server = FakeModels.answering(request -> {
            calls.incrementAndGet();
            return script.apply(request.model(), prompt(request));
        });
    }

    /** Models that add: the deep one always right, the fast one wrong at sevens, the cheap one wrong at odd numbers. */
    static AskedModels adding(Path folder) {
        return new AskedModels(folder, AskedModels::add);
    }

    static FakeAnswer add(String model, String prompt) {
        Matcher sum = SUM.matcher(prompt);
        int first = sum.find() ? Integer.parseInt(sum.group(1)) : 0;
        boolean isWrong = model.equals("fake-cheap") ? first % 2 == 1 : model.equals("fake-fast") && first % 7 == 0;
        return reply(isWrong ? "B" : "A", 0.8);
    }

    static FakeAnswer reply(String answer, double confidence) {
        return FakeAnswer.says("{\"answer\": \"" + answer + "\", \"confidence\": " + confidence + "}");
    }

    private static String prompt(FakeRequest request) {
        StringBuilder all = new StringBuilder();
        request.messages().forEach(message -> all.append(message.text()).append('\n'));
        return all.toString();
    }

    Path models(WireFormatName format, String prices) throws IOException {
        Files.writeString(folder.resolve("key"), KEY + "\n");
        boolean responds = format == WireFormatName.OPENAI_RESPONSES;
        String kind = responds ? "openai" : format.name().toLowerCase(Locale.ROOT);
        return Files.writeString(folder.resolve("models.json"), """
                {"providers": {"lab": {"kind": "%s", "baseUrl": "%s", "keyFile": "%s"%s}},
                 "models": {"cheap": "lab:fake-cheap", "fast": "lab:fake-fast", "deep": "lab:fake-deep"}%s}
                """.formatted(kind, server.baseUrl(format), folder.resolve("key"),
                responds ? ", \"api\": \"responses\"" : "", prices));
    }

    Path models() throws IOException {
        return models(WireFormatName.OPENAI,
                ", \"prices\": {\"lab:*\": {\"inputPerMillion\": 1.0, \"outputPerMillion\": 10.0}}");
    }

    Path questions(int count) throws IOException {
        StringBuilder csv = new StringBuilder("id,question,options,truth\n");
        for (int i = 1; i <= count; i++) {
            csv.append("q").append(i).append(",What is ").append(i).append(" + 1?,").append(i + 1).append("|")
                    .append(i).append(",").append(i + 1).append("\n");
        }
        return Files.writeString(folder.resolve("questions.csv"), csv);
    }

    CommandRun ask(Path questions, String... more) throws IOException {
        return ask(models(), questions, more);
    }

    static CommandRun ask(Path models, Path questions, String... more) {
        List<String> args = new ArrayList<>(List.of("eval", "--ask", models.toString(), questions.toString(), "--rules",
                "plurality"));
        args.addAll(Arrays.asList(more));
        return CommandRun.of(args.toArray(String[]::new));
    }

    @Override
    public void close() {
        server.close();
    }
}
