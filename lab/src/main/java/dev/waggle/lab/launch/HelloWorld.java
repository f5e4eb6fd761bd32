package dev.waggle.lab.launch;

/** The least that Java can do. */
final class HelloWorld {

    private HelloWorld() {}

    @SuppressWarnings("SystemOut") // What a program on the command line says.
    public static void main(String[] args) {
        System.out.println("hello");
    }
}
