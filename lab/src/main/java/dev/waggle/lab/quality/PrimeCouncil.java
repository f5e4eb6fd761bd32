package dev.waggle.lab.quality;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

import dev.waggle.cli.Main;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.FakeServerConfig;
import dev.waggle.testing.provider.WireFormatName;

/**
 * Records the example of {@code waggle eval --ask}. Five programs of {@link PrimePanel} stand behind a local server and
 * are called as models are. Their prices are invented, in the order of the work that a program does.
 *
 * <p>Argument: the folder of {@code models.json}, {@code questions.csv} and {@code calls.jsonl.gz}. Two steps, because the
 * command ends the process:
 *
 * <pre>
 *   PrimeCouncil FOLDER        asks and records into FOLDER/calls.jsonl
 *   PrimeCouncil FOLDER pack   compresses the recording, and writes a models file without the server
 * </pre>
 */
public final class PrimeCouncil {

    private static final List<String> MEMBERS = List.of("trial-7", "trial-97", "fermat-2", "euler-2", "fermat-3");
    private static final List<String> PRICES = List.of("0.5", "4", "1", "2", "2");
    private static final int EVERY = 5;
    private static final Pattern NUMBER = Pattern.compile("Is (\\d+) a prime number");
    private static final String SHIPPED_URL = "http://127.0.0.1:9/v1";

    private PrimeCouncil() {}

    public static void main(String[] args) throws IOException {
        if (args.length < 1) {
            throw new IllegalArgumentException("usage: PrimeCouncil FOLDER [pack]");
        }
        Path folder = Path.of(args[0]);
        Files.createDirectories(folder);
        if (args.length > 1) {
            pack(folder);
            return;
        }
        writeQuestions(folder);
        FakeModels server = FakeModels.configured(FakeServerConfig.compatible(), PrimeCouncil::answer);
        writeModels(folder, server.baseUrl(WireFormatName.OPENAI).toString());
        Main.main(new String[] {"eval", "--ask", folder.resolve("models.json").toString(),
            folder.resolve("questions.csv").toString(), "--budget", "5usd", "--record",
            folder.resolve("calls.jsonl").toString()});
    }

    private static FakeAnswer answer(FakeRequest request) {
        String prompt = request.messages().getLast().text();
        Matcher number = NUMBER.matcher(prompt);
        LongPredicate program = PrimePanel.programs().get(request.model());
        if (program == null || !number.find()) {
            throw new IllegalArgumentException("no program answers this to " + request.model() + ": " + prompt);
        }
        boolean isPrime = program.test(Long.parseLong(number.group(1)));
        return FakeAnswer.says("{\"answer\": \"" + (isPrime ? "A" : "B") + "\", \"confidence\": 1}");
    }

    private static void writeQuestions(Path folder) throws IOException {
        StringBuilder csv = new StringBuilder("id,question,options,truth\n");
        int place = 0;
        for (long number : PrimePanel.numbers()) {
            if (place++ % EVERY == 0) {
                csv.append(number).append(",Is ").append(number).append(" a prime number?,prime|composite,")
                        .append(PrimePanel.word(PrimePanel.isPrime(number))).append('\n');
            }
        }
        Files.writeString(folder.resolve("questions.csv"), csv, StandardCharsets.UTF_8);
    }

    private static void writeModels(Path folder, String url) throws IOException {
        StringBuilder json = new StringBuilder(
                "{\n  \"providers\": {\"primes\": {\"kind\": \"openai\", \"baseUrl\": \"")
                .append(url).append("\", \"structuredOutput\": \"schema\"}},\n  \"models\": {");
        for (String member : MEMBERS) {
            json.append(member.equals(MEMBERS.getFirst()) ? "" : ", ").append('"').append(member)
                    .append("\": \"primes:").append(member).append('"');
        }
        json.append("},\n  \"prices\": {\n");
        for (int i = 0; i < MEMBERS.size(); i++) {
            json.append("    \"primes:").append(MEMBERS.get(i)).append("\": {\"inputPerMillion\": ")
                    .append(PRICES.get(i))
                    .append(", \"outputPerMillion\": ").append(PRICES.get(i)).append('}')
                    .append(i + 1 < MEMBERS.size() ? ",\n" : "\n");
        }
        Files.writeString(folder.resolve("models.json"), json.append("  }\n}\n"), StandardCharsets.UTF_8);
    }

    private static void pack(Path folder) throws IOException {
        Path calls = folder.resolve("calls.jsonl");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("calls.jsonl.gz")))) {
            Files.copy(calls, out);
        }
        writeModels(folder, SHIPPED_URL);
        for (String name : List.of("calls.jsonl", "calls.jsonl.lock", "calls.jsonl.votes.csv")) {
            Files.deleteIfExists(folder.resolve(name));
        }
    }
}
