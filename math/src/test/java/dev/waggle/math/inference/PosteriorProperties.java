package dev.waggle.math.inference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Properties that a posterior from ballots must have, over seeded questions; each answers the first violation. */
final class PosteriorProperties {

    /** Differences that rounding makes. */
    private static final double ROUNDING = 1e-12;

    private static final int MAX_COPIES = 6;

    /** Rule under test: probabilities of the named answers, of all ballots as stances. */
    interface Rule {
        double[] probabilities(List<Map<Integer, Double>> voters, int answers, int others);
    }

    private final Rule rule;
    private final int cases;

    PosteriorProperties(Rule rule, int cases) {
        this.rule = rule;
        this.cases = cases;
    }

    /** A question: voters with their stances, the number of named answers, and that of others. */
    private record Question(List<Map<Integer, Double>> voters, int answers, int others) {

        static Question random(Random random) {
            int answers = 1 + random.nextInt(6);
            int others = answers == 1 ? 1 + random.nextInt(3) : random.nextInt(4);
            List<Map<Integer, Double>> voters = new ArrayList<>();
            int count = random.nextInt(random.nextInt(4) == 0 ? 60 : 12);
            int favourite = random.nextInt(answers);
            for (int voter = 0; voter < count; voter++) {
                Map<Integer, Double> stances = new HashMap<>();
                int votes = 1 + (random.nextInt(3) == 0 ? random.nextInt(answers) : 0);
                for (int vote = 0; vote < votes; vote++) {
                    int answer = random.nextInt(3) == 0 ? favourite : random.nextInt(answers);
                    double sign = random.nextInt(4) == 0 ? -1 : 1;
                    stances.put(answer, sign * weight(random));
                }
                voters.add(stances);
            }
            return new Question(voters, answers, others);
        }

        private static double weight(Random random) {
            return switch (random.nextInt(4)) {
                case 0 -> 1;
                case 1 -> 0.01 * (1 + random.nextInt(3));
                case 2 -> 0;
                default -> random.nextDouble();
            };
        }

        Question with(Map<Integer, Double> voter) {
            List<Map<Integer, Double>> more = new ArrayList<>(voters);
            more.add(voter);
            return new Question(more, answers, others);
        }
    }

    private interface Check {

        /** The violation; empty without one. */
        String violation(Question question, Random random);
    }

    private String first(int seed, Check check) {
        for (int number = 0; number < cases; number++) {
            Random random = new Random(seed * 1_000_003L + number);
            Question question = Question.random(random);
            String violation = check.violation(question, random);
            if (!violation.isEmpty()) {
                return "case " + number + ": " + violation + " in " + question;
            }
        }
        return "";
    }

    private double[] of(Question question) {
        return rule.probabilities(question.voters(), question.answers(), question.others());
    }

    /** A supporter of an answer alone never lowers it. */
    String supporterNeverLowers() {
        return first(1, (question, random) -> {
            int answer = random.nextInt(question.answers());
            double before = of(question)[answer];
            double after = of(question.with(Map.of(answer, Question.weight(random))))[answer];
            return after < before - ROUNDING ? "a supporter of " + answer + ": " + before + " to " + after : "";
        });
    }

    /** A voter that rejects an answer alone never raises it. */
    String objectionNeverRaises() {
        return first(2, (question, random) -> {
            int answer = random.nextInt(question.answers());
            double before = of(question)[answer];
            double after = of(question.with(Map.of(answer, -Question.weight(random))))[answer];
            return after > before + ROUNDING ? "an objection to " + answer + ": " + before + " to " + after : "";
        });
    }

    /** The same shares with more voters never lower a named answer that is the most probable one. */
    String moreVotersOfOneShareNeverLower() {
        return first(3, (question, random) -> {
            List<Map<Integer, Double>> many = new ArrayList<>();
            int copies = 2 + random.nextInt(MAX_COPIES);
            for (int copy = 0; copy < copies; copy++) {
                many.addAll(question.voters());
            }
            double[] now = of(question);
            double before = Arrays.stream(now).max().orElse(0);
            double after = Arrays.stream(of(new Question(many, question.answers(), question.others()))).max()
                    .orElse(0);
            boolean isLed = before * question.others() > 1 - Arrays.stream(now).sum() + ROUNDING;
            return isLed && after < before - ROUNDING ? copies + " times: " + before + " to " + after : "";
        });
    }

    /** Unanimous voters of one weight raise their answer, each of them. */
    String unanimityRises() {
        return first(4, (question, random) -> {
            double weight = 0.05 + random.nextDouble();
            int answer = random.nextInt(question.answers());
            Question unanimous = new Question(List.of(), question.answers(), question.others() + 1);
            double before = of(unanimous)[answer];
            for (int voter = 0; voter < 30; voter++) {
                unanimous = unanimous.with(Map.of(answer, weight));
                double after = of(unanimous)[answer];
                if (!(after > before) && after < 1 - 1e-9) {
                    return "voter " + voter + " of weight " + weight + ": " + before + " to " + after;
                }
                before = after;
            }
            return "";
        });
    }

    /** The order of voters changes no bit. */
    String orderDoesNotMatter() {
        return first(5, (question, random) -> {
            List<Map<Integer, Double>> shuffled = new ArrayList<>(question.voters());
            Collections.shuffle(shuffled, random);
            double[] after = of(new Question(shuffled, question.answers(), question.others()));
            return Arrays.equals(of(question), after) ? "" : "another order differs";
        });
    }

    /** Agreement with one answer is the same opinion with and without objections to its rivals. */
    String formDoesNotMatter() {
        return first(6, (question, random) -> {
            int answer = random.nextInt(question.answers());
            double weight = Question.weight(random);
            if (weight == 0) {
                return "";
            }
            Map<Integer, Double> both = new HashMap<>();
            for (int other = 0; other < question.answers(); other++) {
                both.put(other, other == answer ? weight : -weight);
            }
            return Arrays.equals(of(question.with(Map.of(answer, weight))), of(question.with(both)))
                    ? ""
                    : "objections to the rivals of " + answer + " count beside the agreement";
        });
    }

    /** A neutral voter changes no bit. */
    String neutralChangesNothing() {
        return first(7, (question, random) -> {
            Map<Integer, Double> neutral = random.nextBoolean() ? Map.of()
                    : Map.of(random.nextInt(question.answers()), 0.0);
            return Arrays.equals(of(question), of(question.with(neutral))) ? "" : "a neutral voter";
        });
    }

    /** All probabilities are such, and leave room for other answers only when there are any. */
    String probabilitiesAreSuch() {
        return first(8, (question, _) -> {
            double sum = 0;
            for (double probability : of(question)) {
                if (!(probability >= 0 && probability <= 1)) {
                    return "probability " + probability;
                }
                sum += probability;
            }
            boolean isWhole = Math.abs(sum - 1) < 1e-9;
            return sum > 1 + 1e-9 || (question.others() == 0 && !isWhole) ? "sum " + sum : "";
        });
    }

    /** Every check by name, with its first violation. */
    Map<String, String> violations() {
        Map<String, String> found = new HashMap<>();
        found.put("supporter", supporterNeverLowers());
        found.put("objection", objectionNeverRaises());
        found.put("share", moreVotersOfOneShareNeverLower());
        found.put("unanimity", unanimityRises());
        found.put("order", orderDoesNotMatter());
        found.put("form", formDoesNotMatter());
        found.put("neutral", neutralChangesNothing());
        found.put("sum", probabilitiesAreSuch());
        found.values().removeIf(String::isEmpty);
        return found;
    }
}
